/** A tab with a notebook that has been let run, in the browsers that the machine has. */
import {launch} from "../../../tools/chromium.js";
import {findFirefox, Firefox, type Context} from "../../../tools/firefox.js";

export interface Tab {
  url(): Promise<string>;
  /** Value of an expression in the page that the tab shows */
  evaluate<T>(expression: string): Promise<T>;
  /** Value of an expression in the sandbox */
  inSandbox<T>(expression: string): Promise<T>;
  /** Presses the mouse on an element of the page, or of the sandbox */
  click(selector: string): Promise<void>;
  clickInSandbox(selector: string): Promise<void>;
  close(): Promise<void>;
}

export interface TestBrowser {
  /** Opens an address in a tab without anything kept from before */
  open(url: string): Promise<Tab>;
  close(): Promise<void>;
}

async function launchChromium(): Promise<TestBrowser> {
  const browser = await launch();
  return {
    close: () => browser.close(),
    async open(url) {
      const context = await browser.newContext();
      const page = await context.newPage();
      await page.goto(url);
      const sandbox = () => page.frames()[1] ?? Promise.reject(new Error("no sandbox"));
      return {
        url: async () => page.url(),
        evaluate: (expression) => page.evaluate(expression),
        inSandbox: async (expression) => (await sandbox()).evaluate(expression),
        click: (selector) => page.click(selector),
        async clickInSandbox(selector) {
          const box = await (await sandbox()).locator(selector).boundingBox();
          if (!box) throw new Error(`no such element: ${selector}`);
          await page.mouse.click(box.x + 5, box.y + 5);
        },
        close: () => context.close()
      };
    }
  };
}

async function launchFirefox(file: string): Promise<TestBrowser> {
  const firefox = await Firefox.launch(file);
  return {
    close: () => firefox.close(),
    async open(url) {
      const {userContext} = await firefox.send<{userContext: string}>(
        "browser.createUserContext",
        {}
      );
      const create = {type: "tab", userContext};
      const {context} = await firefox.send<Context>("browsingContext.create", create);
      await firefox.send("browsingContext.navigate", {context, url, wait: "complete"});
      const tree = async () =>
        (
          await firefox.send<{contexts: readonly Context[]}>("browsingContext.getTree", {
            root: context
          })
        ).contexts[0];
      const sandbox = async () => {
        const frame = (await tree())?.children[0];
        if (!frame) throw new Error("no sandbox");
        return frame.context;
      };
      return {
        url: async () => (await tree())?.url ?? "",
        evaluate: (expression) => firefox.evaluate(context, expression),
        inSandbox: async (expression) => firefox.evaluate(await sandbox(), expression),
        click: (selector) => firefox.click(context, selector),
        clickInSandbox: async (selector) => firefox.click(await sandbox(), selector),
        async close() {
          await firefox.send("browsingContext.close", {context, promptUnload: false});
          await firefox.send("browser.removeUserContext", {userContext});
        }
      };
    }
  };
}

const firefox = findFirefox();
if (firefox === undefined)
  console.log("no Firefox on this machine: the hostile notebooks run in Chromium only");

/** Browsers of this machine by name. */
export const browsers: Readonly<Record<string, () => Promise<TestBrowser>>> = {
  Chromium: launchChromium,
  ...(firefox === undefined ? {} : {Firefox: () => launchFirefox(firefox)})
};

/** Waits until an expression in the page is true. */
export async function until(tab: Tab, expression: string, timeoutMs = 30_000): Promise<void> {
  const end = Date.now() + timeoutMs;
  while (!(await tab.evaluate<boolean>(`Boolean(${expression})`))) {
    if (Date.now() > end) throw new Error(`never true: ${expression}`);
    await new Promise((done) => setTimeout(done, 50));
  }
}
