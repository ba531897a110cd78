/**
 * Puts the site's local modules into one file beside the fork engine: a fork asks for most of them at
 * once, as text, and a hundred answers take longer than one.
 */
import {createHash} from "node:crypto";
import {existsSync, mkdirSync, readFileSync, writeFileSync} from "node:fs";
import {join, relative} from "node:path";
import {transform} from "esbuild";
import {filesIn} from "../files.js";

const folders = ["components", "lib", "workers"];

/** Writes the file and names it in the shell's page; nothing is lost where it is missing. */
export async function packModules(dist: string): Promise<void> {
  const page = join(dist, "fork.html");
  if (!existsSync(page)) return;
  const files = folders
    .map((folder) => join(dist, "_import", folder))
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => filesIn(folder))
    .filter((file) => file.endsWith(".js"))
    .sort();
  const texts = await Promise.all(
    files.map(async (file) => {
      const {code} = await transform(readFileSync(file, "utf8"), {minify: true, format: "esm"});
      return [relative(dist, file).replaceAll("\\", "/"), code] as const;
    })
  );
  const json = JSON.stringify(Object.fromEntries(texts));
  const hash = createHash("sha256").update(json).digest("hex").slice(0, 8);
  const name = `_file/fork/modules.${hash}.json`;
  mkdirSync(join(dist, "_file", "fork"), {recursive: true});
  writeFileSync(join(dist, name), json);
  const link = `<link rel="preload" as="fetch" crossorigin id="lab-modules" href="./${name}">`;
  writeFileSync(page, readFileSync(page, "utf8").replace("</head>", `${link}\n</head>`));
}
