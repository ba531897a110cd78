import {inputsStyle} from "../../tools/fork/bundle.js";

process.stdout.write(inputsStyle());
