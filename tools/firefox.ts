/** Drives a Firefox that the machine has, over WebDriver BiDi. */
import {spawn, type ChildProcess} from "node:child_process";
import {existsSync, mkdtempSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {delimiter, join} from "node:path";
import WebSocket from "ws";

const names = ["firefox", "firefox-esr"];
const bundles = ["/Applications/Firefox.app/Contents/MacOS/firefox"];

/** Path of an installed Firefox, or undefined. */
export function findFirefox(): string | undefined {
  const given = process.env["FIREFOX"];
  if (given !== undefined && given !== "") {
    if (existsSync(given)) return given;
    throw new Error(`no such file, from FIREFOX: ${given}`);
  }
  const folders = [...(process.env["PATH"] ?? "").split(delimiter), "/usr/bin"];
  const onPath = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...onPath, ...bundles].find((file) => existsSync(file));
}

/** A profile that asks nothing, updates nothing and reports nothing. */
const preferences = {
  "app.update.enabled": false,
  "browser.aboutwelcome.enabled": false,
  "browser.shell.checkDefaultBrowser": false,
  "datareporting.policy.dataSubmissionEnabled": false,
  "extensions.update.enabled": false,
  "media.peerconnection.ice.loopback": true,
  "network.captive-portal-service.enabled": false,
  "network.connectivity-service.enabled": false,
  "remote.active-protocols": 1
};

/** Milliseconds until a Firefox that says nothing counts as broken. */
const START_MS = 60_000;

type Fields = Readonly<Record<string, unknown>>;

/** A browsing context: a tab or a frame in one. */
export interface Context {
  readonly context: string;
  readonly url: string;
  readonly children: readonly Context[];
}

export class Firefox {
  readonly #process: ChildProcess;
  readonly #profile: string;
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, (answer: Fields) => void>();
  #n = 0;

  private constructor(process: ChildProcess, profile: string, socket: WebSocket) {
    this.#process = process;
    this.#profile = profile;
    this.#socket = socket;
    socket.on("message", (data) => {
      const answer = JSON.parse(String(data as Buffer)) as Fields;
      const id = Number(answer["id"]);
      this.#waiting.get(id)?.(answer);
      this.#waiting.delete(id);
    });
  }

  /** Starts a headless Firefox with a profile of its own. */
  static async launch(file: string): Promise<Firefox> {
    const profile = mkdtempSync(join(tmpdir(), "firefox-"));
    const lines = Object.entries(preferences).map(
      ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`
    );
    writeFileSync(join(profile, "user.js"), lines.join("\n"));
    const args = ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port=0"];
    const child = spawn(file, args, {stdio: ["ignore", "ignore", "pipe"]});
    const socket = new WebSocket(`${await addressOf(child)}/session`);
    await new Promise((done, fail) => socket.once("open", done).once("error", fail));
    const firefox = new Firefox(child, profile, socket);
    await firefox.send("session.new", {capabilities: {}});
    return firefox;
  }

  /** Sends a command and returns its result. @throws what Firefox answers */
  async send<T extends object>(method: string, params: Fields): Promise<T> {
    const id = ++this.#n;
    const answer = await new Promise<Fields>((done) => {
      this.#waiting.set(id, done);
      this.#socket.send(JSON.stringify({id, method, params}));
    });
    if (answer["type"] === "error")
      throw new Error(`${method}: ${String(answer["error"])}: ${String(answer["message"])}`);
    return answer["result"] as T;
  }

  /** Runs an expression in a context and returns its value, which JSON must carry. */
  async evaluate<T>(context: string, expression: string): Promise<T> {
    const {type, result, exceptionDetails} = await this.send<Evaluated>("script.evaluate", {
      expression: `(async () => JSON.stringify({value: await (${expression})}))()`,
      target: {context},
      awaitPromise: true,
      userActivation: false
    });
    if (type === "exception") throw new Error(exceptionDetails?.text ?? "exception");
    return (JSON.parse(String(result?.value)) as {value: T}).value;
  }

  /** Presses the mouse where an element is, as a hand would. */
  async click(context: string, selector: string): Promise<void> {
    const {nodes} = await this.send<{nodes: readonly {sharedId: string}[]}>(
      "browsingContext.locateNodes",
      {context, locator: {type: "css", value: selector}}
    );
    if (!nodes[0]) throw new Error(`no such element: ${selector}`);
    const origin = {type: "element", element: {sharedId: nodes[0].sharedId}};
    const move = {type: "pointerMove", x: 0, y: 0, origin};
    const press = ["pointerDown", "pointerUp"].map((type) => ({type, button: 0}));
    const actions = [{type: "pointer", id: "mouse", actions: [move, ...press]}];
    await this.send("input.performActions", {context, actions});
  }

  async close(): Promise<void> {
    this.#socket.close();
    const ended = new Promise((done) => this.#process.once("close", done));
    this.#process.kill();
    await ended;
    rmSync(this.#profile, {recursive: true, force: true});
  }
}

interface Evaluated {
  readonly type: "success" | "exception";
  readonly result?: {readonly value?: unknown};
  readonly exceptionDetails?: {readonly text: string};
}

/** The address that a started Firefox tells on its error stream. */
function addressOf({stderr}: ChildProcess): Promise<string> {
  return new Promise((done, fail) => {
    let text = "";
    const timer = setTimeout(() => fail(new Error(`Firefox does not start: ${text}`)), START_MS);
    stderr?.on("data", (data) => {
      text += String(data);
      const address = /WebDriver BiDi listening on (ws:\S+)/.exec(text)?.[1];
      if (address === undefined) return;
      clearTimeout(timer);
      done(address);
    });
  });
}
