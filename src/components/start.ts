import {addCodeButtons, mendFramework} from "./shell.js";

mendFramework();
addCodeButtons();
