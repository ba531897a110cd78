import {shellBundle} from "../../tools/fork/bundle.js";

process.stdout.write(await shellBundle());
