import {readdirSync, statSync} from "node:fs";
import {join} from "node:path";

/** Every file below a folder, as a path that starts with the folder. */
export function filesIn(folder: string): string[] {
  return readdirSync(folder, {recursive: true, encoding: "utf8"})
    .map((file) => join(folder, file))
    .filter((file) => statSync(file).isFile())
    .sort();
}
