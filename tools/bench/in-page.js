/** Runs in the page that is measured, before its own scripts. */

/** A chart is drawn once it is in view: go to the first that shows, as soon as its place is there. */
let place = null;

new MutationObserver((_, observer) => {
  if (document.querySelector("main .lab-chart > *")) {
    performance.mark("first chart");
    observer.disconnect();
  } else if (!place?.isConnected) {
    const places = Array.from(document.querySelectorAll("main .lab-chart"));
    place = places.find((chart) => chart.offsetParent !== null) ?? null;
    place?.scrollIntoView({block: "center"});
  }
}).observe(document, {childList: true, subtree: true});

/** Seconds from navigation until the first chart is drawn; NaN where there is none. */
window.firstChartSeconds = async (patience) => {
  const isExpected = () => document.querySelector(".lab-chart, observablehq-loading");
  for (let i = 0; i < patience && isExpected(); ++i) {
    if (performance.getEntriesByName("first chart").length > 0) break;
    await new Promise((done) => setTimeout(done, 100));
  }
  return (performance.getEntriesByName("first chart")[0]?.startTime ?? NaN) / 1000;
};

/** Waits until the next frame is painted. */
function frame() {
  return new Promise((done) =>
    requestAnimationFrame(() => {
      const {port1, port2} = new MessageChannel();
      port1.onmessage = done;
      port2.postMessage(null);
    })
  );
}

/** Waits until two frames have passed without a change. */
async function settle(watch) {
  for (let still = 0, frames = 0; still < 2 && frames < 120; ++frames) {
    watch.changed = false;
    await frame();
    still = watch.changed ? 0 : still + 1;
  }
}

function move(slider, value) {
  slider.valueAsNumber = value;
  slider.dispatchEvent(new Event("input", {bubbles: true}));
}

/** Moves one slider through its range; each step, until the page is still, is one measure. */
window.moveSlider = async ({index, steps}) => {
  const slider = document.querySelectorAll("main input[type=range]")[index];
  slider.scrollIntoView({block: "center"});
  const watch = {changed: false};
  const observer = new MutationObserver(() => (watch.changed = true));
  const changes = {attributes: true, characterData: true, childList: true, subtree: true};
  observer.observe(document.body, changes);
  const [min, max, value] = [slider.min, slider.max, slider.value].map(Number);
  await settle(watch);
  for (let i = 1; i <= steps; ++i) {
    const start = performance.now();
    move(slider, min + (i / steps) * (max - min));
    await settle(watch);
    performance.measure(`slider ${index}`, {start, end: performance.now()});
  }
  move(slider, value);
  await settle(watch);
  observer.disconnect();
};

/** Workers that never rest, one a core, as a long simulation would keep them. */
window.keepCoresBusy = () => {
  const url = URL.createObjectURL(new Blob(["for (;;);"], {type: "text/javascript"}));
  for (let i = 0; i < navigator.hardwareConcurrency; ++i) new Worker(url);
};
