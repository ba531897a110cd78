const types = ["message", "messageerror", "error"] as const;

/**
 * A script that runs a module as a worker: a document without origin may not start a module worker,
 * and a classic one may import. What it is told before the module is there waits.
 */
function starter(module: string): string {
  return `
    const waiting = [];
    const hold = (event) => waiting.push(event);
    addEventListener("message", hold);
    const meta = (base) => ({url: base, resolve: (name) => new URL(name, base).href});
    globalThis.__lab = {metaOf: meta, loadFrom: () => Promise.reject(new Error("not in a worker"))};
    globalThis.trustedTypes?.createPolicy("default", {
      createScript: (code) => code,
      createScriptURL: (url) => url
    });
    import(${JSON.stringify(module)}).then(
      () => {
        removeEventListener("message", hold);
        for (const {data, ports} of waiting)
          dispatchEvent(new MessageEvent("message", {data, ports: [...ports]}));
      },
      (error) => setTimeout(() => { throw error; })
    );`;
}

/** A worker whose script is still on its way: what it is told waits, what it says is passed on. */
export function lateWorker(script: Promise<string>): Worker {
  const front = new EventTarget();
  const waiting: unknown[][] = [];
  let worker: Worker | null = null;
  let isOver = false;
  const tell = (args: unknown[]) => {
    if (worker) Reflect.apply(worker.postMessage, worker, args);
    else waiting.push(args);
  };
  script.then(
    (url) => {
      if (isOver) return;
      const blob = new Blob([starter(url)], {type: "text/javascript"});
      worker = new Worker(URL.createObjectURL(blob));
      for (const type of types) worker.addEventListener(type, (event) => pass(event, front));
      waiting.forEach(tell);
    },
    (error: unknown) => front.dispatchEvent(new ErrorEvent("error", {message: String(error)}))
  );
  for (const type of types) addHandler(front, type);
  return Object.assign(front, {
    postMessage: (...args: unknown[]) => tell(args),
    terminate() {
      isOver = true;
      worker?.terminate();
    }
  }) as unknown as Worker;
}

function pass(event: Event, front: EventTarget): void {
  const {message = "worker failed"} = event instanceof ErrorEvent ? event : {};
  front.dispatchEvent(
    event instanceof MessageEvent
      ? new MessageEvent(event.type, {data: event.data as unknown})
      : new ErrorEvent("error", {message})
  );
}

/** A property like onmessage. */
function addHandler(front: EventTarget, type: string): void {
  let current: EventListener | null = null;
  Object.defineProperty(front, `on${type}`, {
    get: () => current,
    set(listener: EventListener | null) {
      if (current) front.removeEventListener(type, current);
      current = listener;
      if (listener) front.addEventListener(type, listener);
    }
  });
}
