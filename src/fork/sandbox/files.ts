import {FileAttachment, registerFile} from "@observablehq/framework/dist/client/stdlib.js";
import type {FileInfo} from "../protocol.js";
import type {Link} from "./link.js";

interface Options {
  readonly link: Link;
  readonly site: string;
  /** Address of the forked page, which file names in cells are relative to */
  readonly address: string;
}

/** Framework's FileAttachment for this document: the shell fetches, and only files of the site. */
export function sandboxFiles(files: readonly FileInfo[], {link, site, address}: Options) {
  const contents = new Map<string, Promise<string>>();
  for (const {name, url, ...info} of files) registerFile(name, {...info, name, path: url}, site);

  function contentUrl(href: string): Promise<string> {
    const known =
      contents.get(href) ??
      link
        .ask<Blob>((n) => ({type: "file", n, url: href}))
        .then((blob) => URL.createObjectURL(blob));
    contents.set(href, known);
    return known;
  }

  FileAttachment.prototype.url = function () {
    return contentUrl(this.href);
  };
  const attachment = (name: string, base = address) => FileAttachment(name, base);
  attachment.prototype = FileAttachment.prototype;
  return attachment;
}
