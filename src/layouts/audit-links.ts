/** Which links of a store's memories lead nowhere, and where in its file a line of a memory stands. */

import { posix } from "node:path";
import { redact } from "../guard/redact.ts";
import { folderOf, nameIn, percentDecoded } from "../text/relative-path.ts";
import type { FoundRecord } from "./layout.ts";
import { idFrom } from "./printed.ts";
import type { SourceFolder } from "./source-folder.ts";

/** `[[that]]`, in words and not in code. */
const LINK = /\[\[([^\s[\]|#][^[\]|#\n]*?)\s*(?:[|#][^[\]\n]*)?\]\]/g;
/** `[that](../project/that.md#part)`, to a page beside it. */
const PAGE_LINK = /\]\(<?(?!\w+:|[/#])([^()<>\s#]+\.md)(?:#[^()\s]*)?>?(?:\s+"[^"\n]*")?\)/gi;
const CODE = /```[\s\S]*?(?:```|$)|`[^`\n]*`/g;

export interface LostLink {
  readonly path: string;
  readonly what: string;
  readonly target: string;
  readonly line?: number;
}

/** The names memories can be linked by, and the links that lead to no memory. */
export class Links {
  readonly #files: FileLines;
  readonly #names = new Set<string>();
  readonly #targets: { from: string; target: string; at: number; said: string; page?: string }[] = [];

  constructor(files: FileLines) {
    this.#files = files;
  }

  take({ from, memory: { id, title, aliases = [], kind, body } }: FoundRecord): void {
    const file = (from.split("#")[0] ?? from).replace(/\.\w+$/, "");
    for (const name of [id, idFrom(id, kind), title, ...aliases, file, nameIn(file)]) this.#names.add(calledAs(name));
    const words = body.replaceAll(CODE, (code) => code.replaceAll(/[^\n]/g, " "));
    const said = body.split("\n");
    for (const [at, line] of words.split("\n").entries()) {
      const place = { from, at, said: said[at] ?? "" };
      for (const [, target = ""] of line.matchAll(LINK)) this.#targets.push({ ...place, target });
      for (const [, target = ""] of line.matchAll(PAGE_LINK))
        this.#targets.push({ ...place, target, page: pageAt(from, target) });
    }
  }

  leadingNowhere(): LostLink[] {
    const pages = this.#targets.some(({ page }) => page !== undefined) ? this.#files.all() : new Set<string>();
    const folders = new Set([...pages].map(folderOf));
    const lost = this.#targets.filter(({ target, page }) => {
      const name = page === undefined ? target : target.replace(/\.md$/i, "");
      if (this.#names.has(calledAs(name)) || this.#names.has(calledAs(nameIn(name)))) return false;
      // A page of a folder the store has none of is the project's: of that an audit elsewhere knows nothing.
      return page === undefined || (folders.has(folderOf(page)) && !pages.has(page) && !pages.has(target));
    });
    return lost.map(({ from, target, at, said }) => {
      const name = redact(target).text;
      return {
        path: from,
        what: `it links to ${name}, which is not there`,
        target: name,
        ...this.#files.lineOf(from, at, said),
      };
    });
  }
}

/** A link's page as the store's root has it; one that leads out of the store has no folder there. */
function pageAt(from: string, target: string): string {
  const file = from.split("#")[0] ?? from;
  return posix.normalize(posix.join(folderOf(file), percentDecoded(target)));
}

function calledAs(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, "-");
}

/** Where a line of a memory's words stands in its file: what heads the file stands above it. Of JSON nothing is said. */
export class FileLines {
  readonly #source: SourceFolder;
  #last: { readonly path: string; readonly lines: readonly string[] } = { path: "", lines: [] };

  constructor(source: SourceFolder) {
    this.#source = source;
  }

  /** Of one page alone, what lies around it is not known. */
  all(): ReadonlySet<string> {
    return new Set(this.#source.file === undefined ? this.#source.walk() : []);
  }

  lineOf(from: string, at: number, said: string): { readonly line?: number } {
    const path = from.split("#")[0] ?? from;
    if (/\.jsonl?$/i.test(path)) return {};
    if (this.#last.path !== path) this.#last = { path, lines: this.#source.peek(path)?.split("\n") ?? [] };
    const line = this.#last.lines.findIndex((one, n) => n >= at && one.trim() === said.trim());
    return line < 0 ? {} : { line: line + 1 };
  }
}
