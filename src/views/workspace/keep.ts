/**
 * `workspace.md` on disk: read, kept in step at quiet moments, and changed when somebody asks. Written whole, only where
 * it is still what was read, and never with less of what a person wrote. One writer at a time; editors take no lock.
 */

import { basename, dirname, join } from "node:path";
import type { Clock } from "../../disk/clock.ts";
import { inFolder, makeFolders, maybeSaved, notSaved } from "../../disk/files.ts";
import { tidyAbroad } from "../../disk/leftovers.ts";
import { RootLock } from "../../disk/lock.ts";
import { redact } from "../../guard/redact.ts";
import { CairnError } from "../../model/error.ts";
import { isFolder, readText, realPath, visible } from "../../places/paths.ts";
import { readRegistry } from "../../places/registry.ts";
import type { Places } from "../../places/resolve.ts";
import { sha256 } from "../../store/record.ts";
import { linesWithEnds } from "../../text/lines.ts";
import { keepView, largestView, obstacleTo, type SwapResult } from "../swap.ts";
import { inStep, type WorkspaceFacts } from "./in-step.ts";
import { both, noteFolder, readWorkspaceNote, writeWorkspaceNote } from "./note.ts";
import { type Page, pageName, pageOf } from "./page.ts";
import { openFenceAt } from "./table.ts";

export interface Workplace {
  readonly configDir: string;
  readonly cairnHome: string;
  readonly clock: Clock;
  readonly maxLines: number;
  /** The key of the project that is at work. */
  readonly used?: string | undefined;
}

const TURNS = 5;

interface Opened {
  readonly places: Places;
  readonly clock: Clock;
  readonly settings: { get(key: "workspace.maxLines"): number };
}

/** For a Cairn; a project nobody has kept anything for is not at work yet. */
export function workplaceOf({ places, clock, settings }: Opened): Workplace {
  const { configDir, cairnHome, project } = places;
  return {
    configDir,
    cairnHome,
    clock,
    maxLines: settings.get("workspace.maxLines"),
    used: project.record && project.key,
  };
}

/** Empty where there is none. */
export function readPage(configDir: string): string {
  return readText(pathOf(configDir), largestView) ?? "";
}

/** Where the page is; undefined where there is none. */
export function pageIn(configDir: string): string | undefined {
  const path = pathOf(configDir);
  return visible(path) === undefined ? undefined : path;
}

interface PageLook {
  /** Without secrets: for whoever is shown it. */
  readonly page: Page;
  /** When somebody last changed the file; undefined where there is none. */
  readonly changedMs?: number;
  /** Why something that stands there is not read. */
  readonly warnings: readonly string[];
}

/** The page for readers: what a person typed into it may be a secret all the same. */
export function lookAtPage(configDir: string): PageLook {
  const stat = visible(pathOf(configDir));
  const text = redact(readPage(configDir)).text;
  const fence = openFenceAt(linesWithEnds(text));
  const tooLarge = stat !== undefined && stat.size > largestView;
  return {
    page: pageOf(text),
    ...(stat === undefined ? {} : { changedMs: Number(stat.mtimeNs / 1_000_000n) }),
    warnings: [
      ...(tooLarge ? [`${pageName} is larger than ${largestView} bytes: nothing of it is read`] : []),
      ...(fence < 0 ? [] : [`line ${fence + 1} of ${pageName} begins a code block that is never closed`]),
    ],
  };
}

/**
 * At a quiet moment. What cannot be done now is done at the next one. `unlessAlone`: nobody asked for the page, so that a
 * single project does not bring one about.
 */
export function keepPage(place: Workplace, { unlessAlone = false } = {}): SwapResult {
  const text = readPage(place.configDir);
  const note = readWorkspaceNote(place.cairnHome);
  const facts = factsOf(place);
  if (unlessAlone && facts.projects.length < 2 && pageIn(place.configDir) === undefined) return "unchanged";
  const wanted = inStep(text, note, facts);
  if (wanted.text === text && JSON.stringify({ wrote: note.wrote, ...wanted.note }) === JSON.stringify(note)) {
    return "unchanged";
  }
  const held = lockOf(place).tryAcquire();
  if (held === undefined) return "too-fresh";
  try {
    return write(place, (page) => page, { isAsked: false });
  } finally {
    held.release();
  }
}

/** A change somebody asked for, decided on the page as it is under the lock. Saved when this returns. */
export async function changePage(place: Workplace, edit: (text: string) => string): Promise<void> {
  await lockOf(place).during(() => {
    for (let turn = 0; turn < TURNS; turn++) {
      const kept = write(place, edit, { isAsked: true });
      if (kept === "written" || kept === "unchanged") return secure(place);
      if (kept === "left-alone") throw inTheWay(place);
    }
    throw new CairnError("OCC_CONFLICT", `${pageName} is being changed by somebody else.`, {
      hint: "Do it again in a moment.",
    });
  });
}

function write(place: Workplace, edit: (text: string) => string, { isAsked }: { isAsked: boolean }): SwapResult {
  const { cairnHome, clock } = place;
  try {
    const path = pathOf(place.configDir);
    const note = readWorkspaceNote(cairnHome);
    const facts = factsOf(place);
    makeFolders(dirname(path));
    tidyAbroad(dirname(path), clock);
    return inFolder(dirname(path), (folder) => {
      const { kept, printed } = keepView({
        folder,
        name: basename(path),
        now: clock.now(),
        isOurs: (text) => isAsked || sha256(text) === note.wrote,
        print: (text = "") => {
          const next = inStep(edit(text), note, facts);
          if (next.text !== text) writeWorkspaceNote(cairnHome, both(note, next.note));
          return next;
        },
      });
      if (printed !== undefined) writeWorkspaceNote(cairnHome, { wrote: sha256(printed.text), ...printed.note });
      return kept;
    });
  } catch (error) {
    throw notSaved(error, pageName);
  }
}

/** The name survives a power cut. */
function secure({ configDir }: Workplace): void {
  try {
    inFolder(dirname(pathOf(configDir)), (folder) => folder.sync());
  } catch (error) {
    throw maybeSaved(error, pageName);
  }
}

function factsOf({ cairnHome, used, maxLines }: Workplace): WorkspaceFacts {
  const records = [...readRegistry(cairnHome).records].sort((a, b) => (a.key < b.key ? -1 : 1));
  const projects = records.map(({ key, aliases, path, lastSeen }) => {
    return { key, aliases, path, status: isFolder(path) ? "active" : "gone", lastSeen };
  });
  return { projects, used, maxLines };
}

function lockOf({ cairnHome }: Workplace): RootLock {
  return new RootLock({ folder: noteFolder(cairnHome) });
}

/** A person may keep it elsewhere, by a link. */
function pathOf(configDir: string): string {
  const path = join(configDir, pageName);
  return realPath(path) ?? path;
}

function inTheWay({ configDir }: Workplace): CairnError {
  const path = pathOf(configDir);
  const why = inFolder(dirname(path), (folder) => obstacleTo(folder, basename(path))) ?? "cannot be changed";
  return new CairnError("NOT_SAVED", `${pageName} ${why}. Nothing was changed.`, {
    hint: "Put an ordinary file there that may be written, and do it again.",
  });
}
