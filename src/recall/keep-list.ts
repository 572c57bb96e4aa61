/**
 * Keeps what a plain list has said for the next one, with all it looked at: see list-page.ts. Nothing is kept where the list
 * changed anything, where something had changed a moment before, or for an agent and its session.
 */

import { basename, dirname, join, sep } from "node:path";
import type { Cairn } from "../cairn.ts";
import { replaceFileQuick } from "../disk/durable.ts";
import { isYoung, makeFolders, removeFile, stampOf, statOf } from "../disk/files.ts";
import { type Look, noteLooks, seenAt } from "../disk/looks.ts";
import { pagesFolder } from "../trail/start-page.ts";
import { areLooksSeen, LIST_FORMAT, type ListAsker, type ListPage, listPageAt } from "./list-page.ts";

type Environment = ListAsker["env"];

/** What stood there before it was looked at. A folder is told apart later: whether what is put into it counts. */
interface Seen {
  readonly said: string;
  readonly which: string;
  readonly stamp: string | undefined;
  readonly young: boolean;
}

/** What a list asks for, from when it begins. */
export class ListNotes {
  /** To be asked instead of the process's own. */
  readonly env: Environment;
  readonly #asked = new Map<string, string | null>();
  /** For every variable there is: then one that comes would count too. */
  #isAllAsked = false;
  readonly #end = noteLooks(seenBefore);
  #looks: readonly (readonly [Look, Seen])[] | undefined;

  constructor(env: Environment) {
    const asked = (name: string | symbol) => {
      if (typeof name === "string") this.#asked.set(name, env[name] ?? null);
    };
    this.env = new Proxy<Environment>(env, {
      get: (_, name) => {
        asked(name);
        return typeof name === "string" ? env[name] : undefined;
      },
      has: (_, name) => {
        asked(name);
        return name in env;
      },
      ownKeys: () => {
        this.#isAllAsked = true;
        return Reflect.ownKeys(env);
      },
    });
  }

  /** When it is answered: what is looked at after that does not count. */
  end(): void {
    this.#looks ??= this.#end();
  }

  /** After everything else. */
  keep(cairn: Cairn, said: Pick<ListAsker, "program" | "json"> & Pick<ListPage, "marks" | "text">): void {
    const looks = this.#looks;
    if (looks === undefined || this.#isAllAsked || cairn.surface !== "cli" || cairn.sessions.who.session !== undefined)
      return;
    const { cwd } = cairn;
    const { cairnHome } = cairn.places;
    const pages = pagesFolder(cairnHome);
    const trails = join(cairnHome, "sessions");
    // There a list only looks for what killed processes left: a session that begins must not make its page a miss.
    const counted = looks.filter(([[, path]]) => !path.startsWith(pages) && path !== trails);
    const seen = stampedIn(cairn, counted);
    if (seen === undefined) return;
    const { program, marks, text, json } = said;
    const path = listPageAt(cairnHome, { cwd, json });
    const uid = process.getuid?.();
    makeFolders(pages);
    const page: ListPage = { format: LIST_FORMAT, program, cwd, uid, env: [...this.#asked], marks, ...seen, text };
    replaceFileQuick(path, Buffer.from(JSON.stringify(page)));
    // What was forgotten for good meanwhile must not have come back by this: the folder it was in tells.
    if (!areLooksSeen(page)) removeFile(path);
  }
}

function seenBefore(look: Look): Seen {
  const [how, path] = look;
  const stat = statOf(path);
  const young = stat !== undefined && isYoung(stat);
  if (how === "what" && stat?.kind === "file") return { said: "", which: "", stamp: stampOf(stat), young };
  const isFolder = how === "what" && stat?.kind === "folder";
  return { said: seenAt(look), which: isFolder ? seenAt(["which", path]) : "", stamp: undefined, young };
}

/** Undefined where something of it may be another under the same stamp. */
function stampedIn(
  { places: { cairnHome, roots } }: Cairn,
  looks: readonly (readonly [Look, Seen])[],
): Pick<ListPage, "looks" | "files"> | undefined {
  const own = [join(cairnHome, "roots"), ...Object.values(roots).flatMap((root) => root?.path ?? [])];
  const isOwn = (path: string) => own.some((folder) => path === folder || path.startsWith(folder + sep));
  const files = new Map<string, { names: string[]; stamps: string[] }>();
  const others: [...Look, seen: string][] = [];
  for (const [[how, path], { said, which, stamp, young }] of looks) {
    // Of folders outside of what Cairn keeps only which they are: others put things into them all the time.
    const isPassed = which !== "" && !isOwn(path);
    if (young && !isPassed) return undefined;
    if (isPassed) others.push(["which", path, which]);
    else if (stamp === undefined) others.push([how, path, said]);
    else {
      const folder = files.get(dirname(path)) ?? { names: [], stamps: [] };
      files.set(dirname(path), folder);
      folder.names.push(basename(path));
      folder.stamps.push(stamp);
    }
  }
  return { looks: others, files: [...files].map(([folder, { names, stamps }]) => [folder, names, stamps]) };
}
