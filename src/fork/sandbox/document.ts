import type {FromSandbox, SandboxCell, StartMessage, ToSandbox} from "../protocol.js";
import type {Link} from "./link.js";
import {startSandbox} from "./start.js";

/** What a notebook that is one file carries. */
export interface Carried {
  readonly start: StartMessage;
  readonly cells: readonly SandboxCell[];
  /** Contents of files by address, as data: addresses */
  readonly contents: Readonly<Record<string, string>>;
}

type Listener = (message: ToSandbox) => void;

/** Answers in the file itself what a shell would. */
function ownLink({contents}: Carried, listeners: Map<string, Listener>): Link {
  const answers: Partial<Record<FromSandbox["type"], (message: FromSandbox) => unknown>> = {
    file: (message) => (message.type === "file" ? fileOf(contents[message.url]) : null),
    copy: (message) =>
      message.type === "copy" &&
      navigator.clipboard.writeText(message.text).then(
        () => true,
        () => false
      )
  };
  return {
    send(message) {
      if (message.type === "download") download(message);
      else if (message.type === "link") window.open(message.href, "_blank", "noopener");
      else if (message.type === "scroll") window.scrollTo({top: message.y});
    },
    ask: async <T>(make: (n: number) => FromSandbox) => {
      const message = make(0);
      const answer = answers[message.type];
      if (!answer) throw new Error("not part of this file");
      return (await answer(message)) as T;
    },
    listen: (type, callback) => {
      listeners.set(type, callback as Listener);
    }
  };
}

async function fileOf(content: string | undefined): Promise<Blob> {
  if (content === undefined) throw new Error("not part of this file");
  return (await fetch(content)).blob();
}

function download({name, blob}: {readonly name: string; readonly blob: Blob}): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
}

const text = document.querySelector("#lab-notebook")?.textContent ?? "";
const carried = JSON.parse(text) as Carried;
const listeners = new Map<string, Listener>();
startSandbox(ownLink(carried, listeners));
const order = carried.cells.map(({key}) => key);
listeners.get("start")?.(carried.start);
listeners.get("cells")?.({type: "cells", run: 1, changed: carried.cells, removed: [], order});
