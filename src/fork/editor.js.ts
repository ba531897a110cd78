import {editorBundle} from "../../tools/fork/bundle.js";

process.stdout.write(await editorBundle());
