/** The lines of a master as a page: the five sections and the footer, or sections chosen from what there is to say. Pure. */

import { inventedIn } from "../capture/verify.ts";
import { kinds } from "../model/kind.ts";
import { counted } from "../text/counted.ts";
import { textOrder } from "../text/order.ts";
import { type Form, type MasterLine, type MasterPart, parts, printLine } from "./lines.ts";
import { otherTheme, type Theme, themesOf } from "./themes.ts";

export const structures = ["fixed", "auto"] as const;
export type Structure = (typeof structures)[number];

export const headings = Object.fromEntries(
  parts.map((part, n) => [part, kinds.master.sections[n]?.heading ?? ""]),
) as Readonly<Record<MasterPart, string>>;

const NOTHING = "Nothing yet.";
const NO_ROOM = "Nothing of it found room here.";
/** A theme with fewer lines has no section of its own. */
const LEAST_FOR_SECTION = 3;
const THEMED: ReadonlySet<MasterPart> = new Set(["decisions", "learnings"]);

interface Page {
  readonly lines: readonly MasterLine[];
  readonly shown: ReadonlyMap<MasterLine, Form>;
  readonly structure: Structure;
  /** A paragraph instead of those of a theme's learnings it tells, or before a part. */
  readonly prose: Prose;
  readonly footer: string;
  /** A person's own, with their heading; "" if there are none. */
  readonly notes: string;
  /** What left, and where it is; "" if nothing did. */
  readonly leftNote: string;
}

/** Of decisions and learnings together, so that both have the same themes. */
export function themesIn(lines: readonly MasterLine[]): Theme<MasterLine>[] {
  const known = themesKnown.get(lines);
  if (known !== undefined) return known;
  const themes = themesOf(lines.filter(({ part, byHand }) => THEMED.has(part) && byHand === undefined));
  themesKnown.set(lines, themes);
  return themes;
}

/** Asked for more than once while a page is made. */
const themesKnown = new WeakMap<readonly MasterLine[], Theme<MasterLine>[]>();

export function printMaster(page: Page): string {
  const body = page.structure === "auto" ? chosenSections(page) : fixedSections(page);
  return [body, page.notes, page.leftNote, page.footer].filter((part) => part !== "").join("\n\n");
}

function fixedSections(page: Page): string {
  const themes = themesIn(page.lines);
  return parts
    .map((part) => {
      const lead = page.prose.get(part)?.text ?? "";
      const own = THEMED.has(part) ? themedPart(part, themes, page) : plainPart(part, page);
      const text = [lead, own].filter((one) => one !== "").join("\n\n");
      const hasLines = page.lines.some((line) => line.part === part);
      return `## ${headings[part]}\n\n${text !== "" ? text : hasLines ? NO_ROOM : NOTHING}`;
    })
    .join("\n\n");
}

function plainPart(part: MasterPart, { lines, shown }: Page): string {
  const own = part === "evolution" ? lines : heaviestFirst(lines);
  return printed(
    own.filter((line) => line.part === part),
    shown,
  );
}

function themedPart(part: MasterPart, themes: readonly Theme<MasterLine>[], page: Page): string {
  const { lines, shown } = page;
  const byHand = printed(
    lines.filter((line) => line.part === part && line.byHand !== undefined),
    shown,
  );
  const blocks = themes.flatMap(({ name, lines: all }) => {
    const own = heaviestFirst(all.filter((line) => line.part === part && !isListed(line, page)));
    const text = part === "learnings" ? learned(name, own, page) : printed(own, shown);
    if (text === "") return [];
    return [themes.length === 1 && name === otherTheme ? text : `### ${name}\n\n${text}`];
  });
  return [byHand, ...blocks].filter((text) => text !== "").join("\n\n");
}

/** Told by an agent's own list of decisions. */
function isListed(line: MasterLine, { prose }: Page): boolean {
  return prose.get("decisions")?.tells.has(lineKeyOf(line)) === true;
}

/** Status first, then a section a theme, then what changed and what is open, where there is any. */
function chosenSections(page: Page): string {
  const { lines, shown, prose } = page;
  const themes = themesIn(lines).map(({ name, lines: own }) => ({
    name,
    lines: heaviestFirst(own.filter((line) => shown.has(line) && !isListed(line, page))),
  }));
  const large = themes.filter(({ name, lines: own }) => name !== otherTheme && own.length >= LEAST_FOR_SECTION);
  const small = themes.filter((theme) => !large.includes(theme)).flatMap(({ lines: own }) => own);
  const byHand = lines.filter(({ part, byHand: hand }) => THEMED.has(part) && hand !== undefined);
  const sections: [string, string][] = [
    [
      headings.status,
      [prose.get("status")?.text ?? "", plainPart("status", page)].filter((text) => text !== "").join("\n\n"),
    ],
    [headings.decisions, prose.get("decisions")?.text ?? ""],
    ...large.map(({ name, lines: own }): [string, string] => [name, themeSection(name, own, page)]),
    [
      large.length === 0 && !prose.has("decisions") ? headings.decisions : "Also Known",
      printed([...byHand, ...heaviestFirst(small)], shown),
    ],
    [headings.evolution, plainPart("evolution", page)],
    [headings.questions, plainPart("questions", page)],
  ];
  return sections
    .filter(([heading, text]) => text !== "" || heading === headings.status)
    .map(([heading, text]) => `## ${heading}\n\n${text === "" ? NOTHING : text}`)
    .join("\n\n");
}

function themeSection(name: string, own: readonly MasterLine[], page: Page): string {
  const decided = printed(
    own.filter(({ part }) => part === "decisions"),
    page.shown,
  );
  const rest = learned(
    name,
    own.filter(({ part }) => part === "learnings"),
    page,
  );
  return [decided, rest].filter((text) => text !== "").join("\n\n");
}

/** A paragraph stands for the lines it tells, if all of them would stand here still; every other keeps its own. */
function learned(name: string, all: readonly MasterLine[], { shown, prose }: Page): string {
  const own = all.filter((line) => shown.has(line));
  const told = prose.get(name);
  const rest = own.filter((line) => told?.tells.has(lineKeyOf(line)) !== true);
  if (told === undefined || own.length - rest.length < told.tells.size) return printed(own, shown);
  return [told.text, printed(rest, shown)].filter((text) => text !== "").join("\n\n");
}

/** May a paragraph tell it in other words? Not what a person wrote, what a document says, or what is in doubt. */
export function mayBeTold({ drift, trust, byHand, isQuoted }: MasterLine): boolean {
  return drift.length === 0 && trust !== "untrusted" && byHand === undefined && isQuoted !== true;
}

function printed(lines: readonly MasterLine[], shown: ReadonlyMap<MasterLine, Form>): string {
  return lines
    .flatMap((line) => {
      const form = shown.get(line);
      return form === undefined ? [] : [printLine(line, form)];
    })
    .join("\n");
}

/** What a person wrote stays in their order. */
export function heaviestFirst(lines: readonly MasterLine[]): MasterLine[] {
  const byText = (a: MasterLine, b: MasterLine) =>
    a.byHand === undefined || b.byHand === undefined ? textOrder(a.text, b.text) : 0;
  return [...lines].sort((a, b) => b.weight - a.weight || textOrder(b.at, a.at) || byText(a, b));
}

export interface SourceCounts {
  readonly conversations: number;
  readonly documents: number;
  readonly others: number;
}

export function footerOf({ conversations, documents, others }: SourceCounts, day: string): string {
  const from = [counted(conversations, "conversation"), counted(documents, "document")];
  const more = others === 0 ? "" : `, with ${counted(others, "other memory", "other memories")}`;
  return `_Synthesised ${day} from ${from.join(" and ")}${more}. Generated by Cairn: it follows from what it names; lines you add are kept._`;
}

const DATED = /^(_Synthesised )(\d{4}-\d\d-\d\d)(?= from )/m;

/** Of how many conversations a master says it was made. */
export function conversationsIn(body: string): number | undefined {
  const said = /^_Synthesised \d{4}-\d\d-\d\d from (\d+) conversations?\b/m.exec(body)?.[1];
  return said === undefined ? undefined : Number(said);
}

export function sameButDay(one: string, other: string): boolean {
  return one.replace(DATED, "$1") === other.replace(DATED, "$1");
}

/**
 * A paragraph in place of lines. It stands only for those it tells, and only as long as each of them says what it said when
 * the paragraph was made: otherwise the lines are printed as they are. Pure.
 */
export interface Paragraph {
  readonly text: string;
  /** What each line it tells said; see `lineKeyOf`. */
  readonly tells: ReadonlySet<string>;
}

/** By the name of a theme or part. */
export type Prose = ReadonlyMap<string, Paragraph>;

export const noProse: Prose = new Map();

export function lineKeyOf({ part, text, reason, sources }: MasterLine): string {
  return JSON.stringify([part, text, reason ?? "", sources]);
}

/** Of these lines, those of which the words leave nothing out that counts: no name, no number, no denial. */
export function toldIn(words: string, lines: readonly MasterLine[]): MasterLine[] {
  return lines.filter(({ text }) => inventedIn([text], words).length === 0);
}

/** The paragraphs all of whose lines are among those that may be told now. */
export function stillTrue(prose: Prose, tellable: readonly MasterLine[]): Prose {
  if (prose.size === 0) return prose;
  const now = new Set(tellable.map(lineKeyOf));
  return new Map([...prose].filter(([, { tells }]) => [...tells].every((said) => now.has(said))));
}
