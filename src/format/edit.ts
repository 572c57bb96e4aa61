/**
 * A file changed where it was asked to change, and nowhere else: unknown keys, comments, quotes, line ends and spacing
 * stay byte for byte. The result is read again before it is handed out, so that an edit never disturbs another key.
 */

export type { SectionEdit } from "./edit-body.ts";
export type { KeyEdit } from "./edit-keys.ts";

import { CairnError } from "../model/error.ts";
import type { Change } from "../model/memory.ts";
import {
  addChanges,
  appendText,
  dropSection,
  type SectionEdit,
  setBody,
  setSection,
  setTitle,
  withLog,
} from "./edit-body.ts";
import { type Setting, setKeys, settingPlace, withEmptyFront } from "./edit-front.ts";
import { type KeyEdit, settingsFor, titleSetting } from "./edit-keys.ts";
import { type Front, frontLines, frontOf, linesIn } from "./front.ts";
import { joinedLine } from "./markdown.ts";
import { changesHeading, outlineOf, titleHeading } from "./outline.ts";
import { parseMemory } from "./parse.ts";
import { type KeyPath, type Mapping, nodeAt } from "./tree.ts";

/** What is left out stays; null, and an empty list, takes a key out. */
export interface MemoryEdit extends KeyEdit {
  readonly title?: string | undefined;
  /** Replaces the body. One without a title of its own keeps the title there is. */
  readonly body?: string | undefined;
  /** Added at the end of the body. */
  readonly append?: string | undefined;
  readonly section?: SectionEdit | undefined;
  /** Second-level sections that go, by their headings. */
  readonly dropped?: readonly string[] | undefined;
  /** Added to the change log. */
  readonly changes?: readonly Change[] | undefined;
}

/** `path` is that of the memory: its folder tells the kind where the file does not. */
export function editMemory(text: string, edit: MemoryEdit, path = ""): string {
  const front = frontOf(text);
  if (front.state === "broken") throw broken(front);
  const settings = [...settingsFor(edit, parseMemory(text, path).written, front.map), ...titleSettings(text, edit)];
  const edited = setKeys(editBody(text, edit), settings);
  if (edited !== text) refuseDisturbed(front, edited, settings, text);
  return edited;
}

function editBody(text: string, edit: MemoryEdit): string {
  let edited = text;
  if (edit.body !== undefined) edited = setBody(edited, edit.body);
  if (edit.title !== undefined && titleSettings(edited, edit).length === 0) edited = setTitle(edited, edit.title);
  if (edit.section !== undefined) edited = setSection(edited, refuseLog(edit.section));
  for (const heading of edit.dropped ?? []) edited = dropSection(edited, heading);
  if (edit.append !== undefined) edited = appendText(edited, edit.append);
  // New text may start like front matter, or end in what looks like a log: the real one beside it settles that.
  if (frontOf(text).state === "none" && frontOf(edited).state !== "none") edited = withEmptyFront(edited);
  if (outlineOf(text).log === undefined && outlineOf(edited).log !== undefined) edited = withLog(edited);
  return addChanges(edited, edit.changes ?? []);
}

/** Without a heading, the title stands in the front matter if it stands there already. */
function titleSettings(text: string, { title }: MemoryEdit): Setting[] {
  if (title === undefined || joinedLine(title) === "") return [];
  const { headings, front } = outlineOf(text);
  const setting = titleSetting(title);
  return titleHeading(headings) === undefined && settingPlace(front.map, setting) !== undefined ? [setting] : [];
}

/** Every key says what was asked, every other says what it said, and all of it can still be read. */
function refuseDisturbed(before: Front, edited: string, settings: readonly Setting[], text: string): void {
  const after = frontOf(edited);
  const lines = linesIn(edited, after.from, after.to) + 2;
  const linesBefore = linesIn(text, before.from, before.to) + 2;
  const outgrows = lines > frontLines && lines > linesBefore && linesBefore <= frontLines;
  if (after.state === "broken" || outgrows) {
    throw new CairnError("VALIDATION_ERROR", "The front matter of this memory would be too long.", {
      hint: `Keep it within ${frontLines} lines and 16 KiB: shorten or remove some of its keys.`,
    });
  }
  const touched = settings.flatMap(({ places }) => places);
  const isKept = (path: KeyPath) => !touched.some((place) => place.every((key, i) => path[i] === key));
  const others = (map: Mapping) => JSON.stringify(leavesOf(map, []).filter(([path]) => isKept(path)));
  if (others(before.map) !== others(after.map) || !settings.every((setting) => isDone(after.map, setting))) {
    throw new CairnError("UPDATE_ERROR", "The front matter cannot be changed there without disturbing it.", {
      hint: "Write the key by hand, on a line of its own.",
    });
  }
}

function isDone(map: Mapping, setting: Setting): boolean {
  const place = settingPlace(map, setting);
  if (setting.print === undefined || place === undefined) return setting.print === undefined && place === undefined;
  const node = nodeAt(map, place);
  return node !== undefined && setting.isSaid(node);
}

function leavesOf(map: Mapping, path: KeyPath): [KeyPath, string][] {
  return map.entries.flatMap(({ key, node }): [KeyPath, string][] => {
    const here = [...path, key];
    if (node.is === "map") return leavesOf(node, here);
    if (node.is === "list") return [[here, JSON.stringify(node.nodes, withoutRanges)]];
    return node.value === null ? [] : [[here, node.text]];
  });
}

function withoutRanges(key: string, value: unknown): unknown {
  return key === "start" || key === "end" || key === "colon" || key === "byKey" ? undefined : value;
}

function refuseLog(section: SectionEdit): SectionEdit {
  if (joinedLine(section.heading) !== "" && joinedLine(section.heading) !== changesHeading) return section;
  throw new CairnError("INPUT_ERROR", "That section cannot be written.", {
    field: "section",
    hint: `Name a section; ${changesHeading} is the memory's own log.`,
  });
}

function broken({ faults }: Front): CairnError {
  const [fault] = faults;
  return new CairnError("UPDATE_ERROR", "The front matter of this memory cannot be read, so nothing was changed.", {
    hint: `Mend line ${fault?.line ?? 1} first: ${fault?.message ?? "it is not front matter"}.`,
  });
}
