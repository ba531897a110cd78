/** Entry of the sandbox's bundle in the shell's frame: its boot script has left a port for it. */
import {portLink} from "./link.js";
import {startSandbox} from "./start.js";

const {__port} = globalThis as unknown as {__port: MessagePort};
Reflect.deleteProperty(globalThis, "__port");
startSandbox(portLink(__port));
