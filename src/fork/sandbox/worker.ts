const types = ["message", "messageerror", "error"] as const;

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
      worker = new Worker(url, {type: "module"});
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
