import {typescriptBundle} from "../../tools/fork/bundle.js";

process.stdout.write(await typescriptBundle());
