/** Runs in the page that is measured, before its own scripts. */

const firstChart = "main .lab-chart > *, main svg[class*=plot]";

new MutationObserver((_, observer) => {
  if (!document.querySelector(firstChart)) return;
  performance.mark("first chart");
  observer.disconnect();
}).observe(document, {childList: true, subtree: true});

/** Milliseconds of work in the next frame: its callbacks, style, layout and paint. */
function frame() {
  return new Promise((done) =>
    requestAnimationFrame(() => {
      const start = performance.now();
      const {port1, port2} = new MessageChannel();
      port1.onmessage = () => done(performance.now() - start);
      port2.postMessage(null);
    })
  );
}

/** Work of all frames until two have passed without a change. */
async function settle(watch) {
  let work = 0;
  for (let still = 0, frames = 0; still < 2 && frames < 120; ++frames) {
    watch.changed = false;
    work += await frame();
    still = watch.changed ? 0 : still + 1;
  }
  return work;
}

function move(slider, value) {
  slider.valueAsNumber = value;
  slider.dispatchEvent(new Event("input", {bubbles: true}));
}

/** Moves one slider through its range: the work of each step in milliseconds, handler and frames. */
window.moveSlider = async ({index, steps}) => {
  const slider = document.querySelectorAll("main input[type=range]")[index];
  slider.scrollIntoView({block: "center"});
  const watch = {changed: false};
  const observer = new MutationObserver(() => (watch.changed = true));
  const changes = {attributes: true, characterData: true, childList: true, subtree: true};
  observer.observe(document.body, changes);
  const [min, max, value] = [slider.min, slider.max, slider.value].map(Number);
  await settle(watch);
  const durations = [];
  for (let i = 1; i <= steps; ++i) {
    const start = performance.now();
    move(slider, min + (i / steps) * (max - min));
    const handled = performance.now() - start;
    const duration = handled + (await settle(watch));
    durations.push(performance.measure("slider step", {start, duration}).duration);
  }
  move(slider, value);
  await settle(watch);
  observer.disconnect();
  return durations;
};
