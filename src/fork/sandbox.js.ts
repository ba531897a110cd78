import {sandboxBundle} from "../../tools/fork/bundle.js";

process.stdout.write(await sandboxBundle());
