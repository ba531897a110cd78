import type {FromSandbox, ToSandbox} from "../protocol.js";

/** The sandbox's only way out: messages to the shell, and answers to some of them. */
export interface Link {
  send(message: FromSandbox): void;
  /** Sends a message that wants an answer; rejects with the shell's sentence */
  ask<T>(message: (n: number) => FromSandbox): Promise<T>;
  listen<K extends ToSandbox["type"]>(
    type: K,
    callback: (message: Extract<ToSandbox, {type: K}>) => void
  ): void;
}

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** A link over a port. */
export function portLink(port: MessagePort): Link {
  const listeners = new Map<string, (message: ToSandbox) => void>();
  const waiting = new Map<number, Waiting>();
  let count = 0;
  port.onmessage = ({data}: MessageEvent<ToSandbox>) => {
    if (data.type !== "answer" && data.type !== "refusal") return listeners.get(data.type)?.(data);
    const asked = waiting.get(data.n);
    waiting.delete(data.n);
    if (data.type === "answer") asked?.resolve(data.value);
    else asked?.reject(new Error(data.message));
  };
  return {
    send: (message) => port.postMessage(message),
    ask: <T>(message: (n: number) => FromSandbox) =>
      new Promise<T>((resolve, reject) => {
        const n = ++count;
        waiting.set(n, {resolve: resolve as (value: unknown) => void, reject});
        port.postMessage(message(n));
      }),
    listen: (type, callback) => {
      listeners.set(type, callback as (message: ToSandbox) => void);
    }
  };
}
