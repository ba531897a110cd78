import {el, fill} from "./dom.js";
import {host} from "./host.js";
import {scenarioList} from "./scenario-list.js";
import {scenarioPages, scenarioUrl, siteRoot} from "./scenario-store.js";

/** Scenarios that this browser keeps, page by page; `questions` names the pages by their path. */
export function myScenarios(questions: Readonly<Record<string, string>>): HTMLElement {
  const element = el("div", {class: "lab-my-scenarios"});
  const root = siteRoot(host.address.href());
  const show = () => {
    const pages = scenarioPages();
    const none = "None yet: press Save & compare on a page with inputs.";
    fill(element, pages.length > 0 ? pages.map(section) : el("p", {class: "lab-hint"}, none));
  };
  const section = (page: string) => {
    const {element: list} = scenarioList({
      page,
      root,
      opener: (scenario) => el("a", {href: scenarioUrl(root, page, scenario)}, scenario.name)
    });
    const question = questions[page] ?? page.replace("/pages/", "");
    return el("section", {}, el("h3", {}, question), list);
  };
  show();
  // A browser that goes back shows the page as it was left: what was saved since is missing.
  window.addEventListener("pageshow", ({persisted}) => (persisted ? show() : undefined));
  return element;
}
