/**
 * What Gemini CLI saved: `## Gemini Added Memories` in `GEMINI.md`, about the person; and for each project
 * `tmp/<project>/memory/MEMORY.md` with the files it points to, of which this project's come.
 */

import { join } from "node:path";
import { sectionsOf } from "../format/sections.ts";
import { firstSentence } from "../format/sentence.ts";
import { realPath } from "../places/paths.ts";
import { nameIn, under } from "../text/relative-path.ts";
import { shellWord } from "../text/shell-word.ts";
import { notesOfIndex, readIndexLines } from "./index-lines.ts";
import { type Layout, type ReadQuestion, type StoreReading, skip } from "./layout.ts";
import { markdownRecord } from "./markdown-record.ts";
import { partNames } from "./part-names.ts";
import type { SourceFolder } from "./source-folder.ts";

const HEADING = "Gemini Added Memories";
const SAVED = /^## Gemini Added Memories\s*$/m;
const INDEX = "MEMORY.md";
const OWN_FOLDER = /[\\/]\.gemini[\\/]tmp[\\/][^\\/]+[\\/]memory$/;

export const gemini: Layout = {
  name: "gemini",
  about: "Gemini CLI: what it saved into GEMINI.md, and each project's memory/MEMORY.md",
  sort: "tool",
  loaded: /^(?:\.gemini\/)?(?:GEMINI|MEMORY)\.md$/,
  detect(source) {
    const found = savedFile(source);
    if (found !== undefined) return `${found} with "${HEADING}"`;
    if (isProjectFolder(source)) return "a project's memory of Gemini CLI";
    const [first] = projectFolders(source);
    return first === undefined ? undefined : `${first}/${INDEX}`;
  },
  takes: (source) => source.has(INDEX),
  *read(source, question) {
    const path = savedFile(source);
    if (path !== undefined) yield* savedIn(source, path);
    if (isProjectFolder(source) || (path === undefined && source.has(INDEX)))
      return yield* projectMemory(source, "", path);
    const folders = projectFolders(source);
    for (const folder of folders) {
      if (folders.length === 1 || isMeant(source, folder, question)) yield* projectMemory(source, folder, path);
      else yield skip(folder, "another project's: import it where that project is");
    }
  },
};

/** The one file that holds the person's list. */
function savedFile(source: SourceFolder): string | undefined {
  const files =
    source.file === undefined
      ? [...source.files(), ...source.files(".gemini")]
      : /\.md$/i.test(source.file)
        ? [source.file]
        : [];
  return files.find((path) => SAVED.test(source.peek(path) ?? ""));
}

function isProjectFolder(source: SourceFolder): boolean {
  return OWN_FOLDER.test(source.path) && source.has(INDEX);
}

function projectFolders(source: SourceFolder): string[] {
  const tmp = ["tmp", ".gemini/tmp"].flatMap((place) => source.folders(place));
  return tmp.map((folder) => `${folder}/memory`).filter((folder) => source.has(`${folder}/${INDEX}`));
}

/** It says in a file where its project lies. */
function isMeant(source: SourceFolder, folder: string, { project, isOfAll }: ReadQuestion): boolean {
  if (isOfAll) return true;
  const root = source.peek(`${folder.slice(0, -"/memory".length)}/.project_root`)?.trim();
  return root !== undefined && root !== "" && realPath(root) === project.path;
}

function* savedIn(source: SourceFolder, path: string): Generator<StoreReading> {
  const read = source.read(path);
  if ("reason" in read) return yield skip(path, read.reason);
  const section = sectionsOf(read.text).find(({ heading }) => heading === HEADING);
  const isPersons = nameIn(path) !== INDEX;
  for (const { said, name } of listedIn(section?.text ?? "").points) {
    const memory = noted(said, isPersons ? "user" : "project", read.at);
    yield { record: { from: `${path}#${name}`, memory, isUndated: true, ...(isPersons ? { scope: "user" } : {}) } };
  }
  if (isPersons && hasMore(read.text, section?.text ?? "")) {
    const place = shellWord(join(source.path, path));
    yield {
      lossy: { path, what: `what else stands in it: those are rules, which come with cairn import rules ${place}` },
    };
  }
}

/** Words beside the list, which a person wrote. */
function hasMore(text: string, section: string): boolean {
  const isSaid = (line: string) => !/^\s*(?:#|<!--.*-->\s*$|$)/.test(line);
  const around = text.replace(section, () => "").split("\n");
  return around.some(isSaid) || section.split("\n").some((line) => isSaid(line) && !/^(?:[-*] |\s)/.test(line));
}

/** Points of its index that name no file are memories themselves, and its other words are one. */
function* projectMemory(source: SourceFolder, folder: string, saved: string | undefined): Generator<StoreReading> {
  const at = (name: string) => under(folder, name);
  const index = source.read(at(INDEX));
  const pointers = "text" in index ? readIndexLines(index.text).pointers : [];
  if ("reason" in index) yield skip(at(INDEX), index.reason);
  else if (saved !== at(INDEX)) {
    const { points, beside } = listedIn(index.text, new Set(pointers.map(({ line }) => line)));
    for (const { said, name } of points)
      yield { record: { from: `${at(INDEX)}#${name}`, memory: noted(said, "project", index.at), isUndated: true } };
    const notes = notesOfIndex(at(INDEX), beside, index.at);
    if (notes !== undefined) yield { record: notes };
  }
  const seen = new Set<string>();
  for (const path of source.walk(folder)) {
    const name = folder === "" ? path : path.slice(folder.length + 1);
    seen.add(name);
    if (name === INDEX) continue;
    if (!/\.md$/i.test(name)) yield skip(path, "it is no Markdown file");
    else yield* noteIn(source, path, pointers.find(({ target }) => target === name)?.description);
  }
  for (const { target, line } of pointers)
    if (!seen.has(target)) yield skip(at(INDEX), `it names ${target}, which is not there`, line);
}

function* noteIn(source: SourceFolder, path: string, description: string | undefined): Generator<StoreReading> {
  const read = source.read(path);
  if ("reason" in read) return yield skip(path, read.reason);
  if (read.text.trim() === "") return yield skip(path, "it is empty");
  const id = nameIn(path).replace(/\.md$/i, "");
  const { record, lossy } = markdownRecord(
    { from: path, ...read },
    { kind: "topic", id, description: description || undefined },
  );
  for (const lost of lossy) yield { lossy: lost };
  yield { record };
}

interface Listed {
  readonly points: readonly { readonly said: string; readonly name: string }[];
  /** The lines around them, which are no pointers either. */
  readonly beside: string;
}

/** Points each once, with the lines that go on below them; lines that point to a file are none of either. */
function listedIn(text: string, pointed: ReadonlySet<number> = new Set()): Listed {
  const found: string[][] = [];
  const beside: string[] = [];
  let open: string[] | undefined;
  for (const [at, line] of text.split("\n").entries()) {
    const isPointer = pointed.has(at + 1);
    const first = isPointer ? undefined : /^[-*] (?=\S)(.*\S)/.exec(line)?.[1];
    if (first === undefined && /^\S/.test(line)) open = undefined;
    if (first !== undefined) {
      open = [first];
      found.push(open);
    } else if (open === undefined && !isPointer) beside.push(line);
    else if (line.trim() !== "" && !isPointer) open?.push(line.replace(INDENT, "").trimEnd());
  }
  const called = partNames();
  const each = [...new Set(found.map((words) => words.join("\n")))];
  return { points: each.map((said) => ({ said, name: called(said) })), beside: beside.join("\n") };
}

/** As deep as the words of a point stand. */
const INDENT = /^(?: {1,2}|\t)/;

function noted(said: string, kind: "user" | "project", created: string) {
  return { id: firstSentence(said, 60), kind, title: firstSentence(said, 80), body: said, created };
}
