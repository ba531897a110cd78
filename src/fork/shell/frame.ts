import type {FromSandbox, ToSandbox} from "../protocol.js";
import {hear} from "./hear.js";
import {srcdoc} from "./srcdoc.js";

/** A running sandbox. */
export interface Frame {
  readonly element: HTMLIFrameElement;
  send(message: ToSandbox): void;
  /** Takes it off the page, with all that runs in it */
  stop(): void;
}

export interface FrameOptions {
  /** Text of the sandbox's own bundle */
  readonly runtime: string;
  /** Texts of the page's style sheets */
  readonly styles: readonly string[];
  readonly onMessage: (message: FromSandbox) => void;
  /** Called when the frame shows another document than ours, or has died */
  readonly onLost: () => void;
}

/**
 * Features that a frame has unless they are taken from it, however foreign its origin.
 * @see https://github.com/w3c/webappsec-permissions-policy/blob/main/features.md
 */
const openFeatures = [
  ...["picture-in-picture", "gamepad", "storage-access", "sync-xhr", "unload", "aria-notify"],
  ...["attribution-reporting", "browsing-topics", "interest-cohort", "join-ad-interest-group"],
  ...["private-aggregation", "private-state-token-issuance", "private-state-token-redemption"],
  ...["record-ad-auction-events", "run-ad-auction", "shared-storage", "shared-storage-select-url"],
  ...[
    "deferred-fetch-minimal",
    "focus-without-user-activation",
    "media-playback-while-not-visible"
  ],
  ...["ch-save-data", "ch-ua", "ch-ua-high-entropy-values", "ch-ua-mobile", "ch-ua-platform"]
];

interface FeaturePolicy {
  features(): readonly string[];
}

/** Takes every feature from a frame: all that this browser names, or else those known to be open. */
function noFeatures(): string {
  const {permissionsPolicy, featurePolicy} = document as {
    readonly permissionsPolicy?: FeaturePolicy;
    readonly featurePolicy?: FeaturePolicy;
  };
  const names = (permissionsPolicy ?? featurePolicy)?.features() ?? openFeatures;
  return names.map((name) => `${name} 'none'`).join("; ");
}

/** Puts a sandbox into an element: a document without origin, cut off from network and site. */
export function openFrame(parent: Element, options: FrameOptions): Frame {
  const {runtime, styles, onMessage, onLost} = options;
  const {port1, port2} = new MessageChannel();
  const element = document.createElement("iframe");
  element.className = "fork-frame";
  element.title = "Results of the cells";
  element.setAttribute("sandbox", "allow-scripts");
  element.setAttribute("referrerpolicy", "no-referrer");
  element.setAttribute("allow", noFeatures());
  element.setAttribute("scrolling", "no");
  element.srcdoc = srcdoc(styles);
  let loads = 0;
  element.addEventListener("load", () => {
    if (++loads > 1) return onLost();
    element.contentWindow?.postMessage({type: "boot", runtime}, "*", [port2]);
  });
  port1.onmessage = ({data}) => {
    const message = hear(data);
    if (message) onMessage(message);
  };
  parent.append(element);
  return {
    element,
    send: (message) => port1.postMessage(message),
    stop() {
      port1.onmessage = null;
      port1.close();
      element.remove();
    }
  };
}
