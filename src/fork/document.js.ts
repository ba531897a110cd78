import {documentBundle} from "../../tools/fork/bundle.js";

process.stdout.write(await documentBundle());
