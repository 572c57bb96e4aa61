/**
 * A master as it would be now: gathered, held against the project, and compared with the one that stands. Nothing is
 * written here; what is proposed is decided again over the text as it is when it is written.
 */

import type { Cairn } from "../cairn.ts";
import { factsFor, type ProjectNow, projectNow, type Standpoint } from "../evidence/facts.ts";
import { parseMemory } from "../format/parse.ts";
import { fileNameFor } from "../model/file-name.ts";
import { idFromPath } from "../model/id.ts";
import type { MemoryId, Written } from "../model/memory.ts";
import type { Store } from "../store/store.ts";
import type { Stores } from "../store/stores.ts";
import { textAfter } from "../store/undo.ts";
import { counted } from "../text/counted.ts";
import type { Told } from "./assemble.ts";
import { emptyDomain, isOfDomain } from "./domains.ts";
import { mentionedBy } from "./drift.ts";
import { type GatheredSources, gatherSources } from "./gathering.ts";
import { type Folds, type KeptFold, keptFolds } from "./kept-fold.ts";
import { draftMaster, type Finish, finishMaster, type Master, type MasterDraft } from "./master.ts";
import { type HandLine, handLinesIn } from "./previous.ts";
import type { Structure } from "./print-master.ts";
import { plainLine } from "./statement.ts";
import { readFolds } from "./taken-in.ts";

interface Wanted {
  readonly domain?: string | undefined;
  readonly structure?: Structure | undefined;
  readonly without?: Without | undefined;
}

/** What is about to be taken out for good, and must be told no more though it still lies there. */
export interface Without {
  readonly ids: ReadonlySet<string>;
  readonly isSaid: (text: string) => boolean;
}

/** Where a master lies, and the archive page for lines that leave it. */
interface MasterPlace {
  readonly id: MemoryId;
  readonly path: string;
  readonly archiveId: MemoryId;
  readonly archivePath: string;
  readonly title: string;
  /** Not of one domain. */
  readonly isWhole: boolean;
}

export interface Proposal {
  readonly store: Store;
  readonly place: MasterPlace;
  readonly gathered: GatheredSources;
  /** The gathered sources that belong in this master. */
  readonly sources: GatheredSources["sources"];
  readonly draft: MasterDraft;
  /** What was concluded on the way, for the next one. */
  readonly folds: Folds<KeptFold>;
  readonly finish: Omit<Finish, "hand">;
  readonly without: Without | undefined;
  /** The body that stands; undefined where there is none. */
  readonly before: string | undefined;
  /** By rule alone. */
  readonly master: Master;
}

const unused = { id: "", title: "", random: () => "", taken: () => false, nextNumber: () => 1 };

export function masterPlace(domain: string | undefined, now: Date): MasterPlace {
  const path = fileNameFor("master", { ...unused, now, part: domain });
  const id = idFromPath(path);
  const archiveId = `${id}-archive` as MemoryId;
  const title = domain === undefined ? "Master memory" : `Master memory: ${domain}`;
  const isWhole = domain === undefined;
  return { id, path, title, isWhole, archiveId, archivePath: fileNameFor("topic", { ...unused, id: archiveId, now }) };
}

export async function proposeMaster(cairn: Cairn, stores: Stores, wanted: Wanted): Promise<Proposal> {
  const { settings } = cairn;
  const store = stores.of("project");
  const place = masterPlace(wanted.domain, cairn.clock.now());
  const gathered = gatherSources(cairn, stores);
  const { without } = wanted;
  const sources = sourcesOf(gathered, wanted, settings.get("domains"));
  const at = standpointOf(cairn);
  cairn.progress("Looking at the project");
  const now = await projectNow(at);
  const told = wanted.domain === undefined ? toldByProject(now) : [];
  const folds = keptFolds(place.isWhole ? readFolds(store) : {});
  const draft = draftMaster({ sources, told, maxBytes: settings.get("synthesis.maxBytes"), folds });
  const finish = {
    facts: await factsFor(at, now, asked(draft)),
    day: cairn.clock.now().toISOString().slice(0, 10),
    structure: wanted.structure ?? settings.get("synthesis.structure"),
    archive: place.archiveId,
  };
  const { body: before, own } = standingIn(store, place.path);
  const master = finishMaster(draft, { ...finish, hand: keptByHand(before ?? "", own, without) });
  return { store, place, gathered, sources, draft, folds, finish, without, before, master };
}

/** No page is begun of nothing; one that stands is kept in step. */
export function saysNothing({ before, draft }: Proposal): boolean {
  return before === undefined && draft.lines.length === 0;
}

/** What a person wrote there, but for what is to be forgotten. */
export function keptByHand(body: string, own: string | undefined, without: Without | undefined): HandLine[] {
  const hand = handLinesIn(body, own);
  if (without === undefined) return hand;
  return hand.filter(({ text, ids }) => !ids.some((id) => without.ids.has(id)) && !without.isSaid(text));
}

/** A domain to which nothing belongs is a slip of whoever names it, unless its last source is just leaving. */
function sourcesOf(
  { sources }: GatheredSources,
  { domain, without }: Wanted,
  setting: string,
): GatheredSources["sources"] {
  const left = without === undefined ? sources : sources.filter(({ id }) => !without.ids.has(id));
  if (domain === undefined) return left;
  const own = left.filter((source) => isOfDomain(source, domain, setting));
  if (own.length === 0 && without === undefined) throw emptyDomain(domain, setting);
  return own;
}

function standpointOf({ places, env, settings }: Cairn): Standpoint {
  const { path, git } = places.project;
  return { project: path, git, env, mostCommits: settings.get("synthesis.commits") };
}

/** What statements that may be shown name, and only the program can tell. */
function asked({ lines }: MasterDraft) {
  const mentions = lines.map(mentionedBy);
  return {
    symbols: [...new Set(mentions.flatMap(({ symbols }) => symbols))],
    commits: [...new Set(mentions.flatMap(({ commits }) => commits))],
    files: lines.flatMap(({ files }) => files),
    paths: mentions.flatMap(({ paths }) => paths),
  };
}

interface Standing {
  readonly body: string | undefined;
  /** The last text Cairn wrote there. */
  readonly own: string | undefined;
}

function standingIn(store: Store, path: string): Standing {
  const text = store.bytesAt(path)?.toString("utf8");
  return { body: text === undefined ? undefined : masterBodyOf(text, path), own: ownBody(store.history, path) };
}

export function ownBody(history: Store["history"], path: string): string | undefined {
  const entry = history.ownText(path);
  const text = entry === undefined ? undefined : textAfter(history, entry)?.toString("utf8");
  return text === undefined ? undefined : masterBodyOf(text, path);
}

/** Without its title: that is the file's own. */
export function masterBodyOf(text: string, path: string): string {
  return bodyWithin(parseMemory(text, path).written);
}

/** The same of what was parsed already: an archive has 48 kB. */
export function bodyWithin({ body }: Pick<Written, "body">): string {
  return body.replace(/^# [^\n]*\n+/, "");
}

const MOST_FOLDERS = 5;
const MOST_NAMED = 6;
/** Folders that tell a project's shape; the rest is paperwork. */
const SHAPELESS = /^(?:docs?|_docs|tests?|__tests__|scripts?|bin|examples?|assets|public|static|bench|fixtures|tools)$/;

/** What the project tells of itself in a master: its branch and last commits, what it is called, what lies in it. */
function toldByProject({ history, manifests, files }: ProjectNow): Told[] {
  const { branch, commits, touched } = history;
  const [last] = commits;
  const on = branch === undefined ? "" : `On branch ${plainLine(branch, 60)}; last`;
  const busy = touched.slice(0, MOST_FOLDERS).map(([folder, count]) => `${plainLine(folder, 40)} (${count})`);
  const [manifest] = manifests;
  return [
    ...(last === undefined
      ? []
      : [
          {
            text: `${on || "Last"} commit ${last.hash.slice(0, 7)}: ${plainLine(last.subject, 120)}`,
            from: "git",
            at: last.at,
          },
        ]),
    ...(busy.length === 0
      ? []
      : [{ text: `The last ${counted(commits.length, "commit")} touched ${busy.join(", ")}`, from: "git", at: "" }]),
    ...(manifest?.name === undefined
      ? []
      : [{ text: aboutPackage(manifest, topFolders(files)), from: manifest.file, at: "" }]),
  ];
}

function aboutPackage(
  { name = "", description = "", needs }: ProjectNow["manifests"][number],
  folders: readonly string[],
): string {
  const about = description === "" ? "" : `, ${plainLine(description, 120)}`;
  const laid = folders.length === 0 ? "" : `; its code lies in ${folders.join(", ")}`;
  const named = needs.slice(0, MOST_NAMED).map((need) => plainLine(need.name, 40));
  const more = needs.length - named.length;
  const needed =
    named.length === 0 ? "needs no other" : `needs ${named.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
  return `The package ${plainLine(name, 60)}${about}: ${needed}${laid}`;
}

/** Two levels where the first says nothing. */
function topFolders(files: readonly string[] | undefined): string[] {
  const tops = new Set((files ?? []).filter((path) => path.includes("/")).map((path) => path.split("/")[0] ?? ""));
  return [...tops].filter((folder) => !SHAPELESS.test(folder) && !folder.startsWith(".")).slice(0, MOST_FOLDERS);
}
