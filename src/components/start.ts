import {keepInPlace} from "./in-place.js";
import {addCodeButtons, mendFramework} from "./shell.js";

keepInPlace(document.querySelectorAll<HTMLElement>(".observablehq--block"));
mendFramework();
addCodeButtons();
