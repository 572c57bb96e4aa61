/**
 * What was kept in earlier sessions of a project against the prompts of its later ones, and, to know what chance shows,
 * against the prompts of other projects' sessions: there whatever is shown is wrong. Labelled sessions, real prompts.
 */

import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openCairn } from "../../src/cairn.ts";
import { segmentsOf } from "../../src/capture/conclusions/segments-of.ts";
import { transcriptAt } from "../../src/conversation/session-turns.ts";
import { type MomentQuery, relevantTo } from "../../src/search/door/door.ts";
import { buildSegment } from "../../src/search/index/build-segment.ts";
import { readableOf } from "../../src/search/index/bytes.ts";
import { Corpus } from "../../src/search/index/corpus.ts";
import { Segment } from "../../src/search/index/segment.ts";
import { titleFromText } from "../../src/store/wish.ts";
import { type Labelled, labelledIn } from "../capture-quality/labelled-sessions.ts";
import { unitOfRow } from "./unasked-set.ts";

export interface ShownIn {
  readonly repository: string;
  readonly prompt: string;
  readonly title: string;
  readonly probability: number;
}

export interface OfSessions {
  readonly repository: string;
  readonly memories: number;
  /** Of later sessions of the same project, and how many of them were shown something. */
  readonly later: number;
  readonly laterShown: number;
  readonly foreign: number;
  readonly foreignShown: number;
}

interface Session {
  readonly repository: string;
  readonly name: string;
  readonly prompts: readonly string[];
  readonly labelled: Labelled;
}

const MOST = 2;
/** A prompt of fewer is an answer. */
const FEWEST_LETTERS = 12;

export async function ofSessions(folder: string): Promise<{ figures: OfSessions[]; shown: ShownIn[] }> {
  if (!existsSync(join(folder, "sessions", "labels"))) return { figures: [], shown: [] };
  const sessions = await sessionsIn(folder);
  const shown: ShownIn[] = [];
  const figures = [...new Set(sessions.map(({ repository }) => repository))].flatMap((repository) => {
    const own = sessions.filter((one) => one.repository === repository);
    if (own.length < 2) return [];
    const foreign = sessions.filter((one) => one.repository !== repository).flatMap(({ prompts }) => prompts);
    let [later, laterShown] = [0, 0];
    for (const [n, { prompts }] of own.entries()) {
      const corpus = corpusOf(own.slice(0, n));
      if (corpus === undefined) continue;
      for (const prompt of prompts) {
        later++;
        const hits = shownFor(corpus, { prompt });
        if (hits.length > 0) laterShown++;
        shown.push(...hits.map(({ title, probability }) => ({ repository, prompt, title, probability })));
      }
    }
    const whole = corpusOf(own)!;
    const foreignShown = foreign.filter((prompt) => shownFor(whole, { prompt }).length > 0).length;
    const memories = own.reduce((sum, { labelled }) => sum + labelled.label.keep.length, 0);
    return [{ repository, memories, later, laterShown, foreign: foreign.length, foreignShown }];
  });
  return { figures, shown };
}

function shownFor(corpus: Corpus, moment: MomentQuery): { title: string; probability: number }[] {
  return relevantTo(corpus, moment, {}, MOST).map(({ row, probability }) => ({ title: row.title, probability }));
}

function corpusOf(sessions: readonly Session[]): Corpus | undefined {
  const rows = sessions.flatMap(({ name, repository, labelled: { label } }) =>
    label.keep.map(({ kind, statement }, n) => {
      const title = titleFromText(statement);
      const plain = { files: [], tags: [], aliases: [] };
      return { project: repository, id: `${name}-${n}`, kind, title, text: statement, ...plain };
    }),
  );
  if (rows.length === 0) return undefined;
  return new Corpus([{ segment: new Segment(readableOf(buildSegment(rows.map((row) => unitOfRow(row, false))))) }]);
}

/** In the order they took place: their files are named by the day, or by what followed what. */
async function sessionsIn(folder: string): Promise<Session[]> {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "cairn-unasked-")));
  try {
    const project = join(base, "project");
    mkdirSync(project);
    const cairn = await openCairn({ cwd: project, env: { HOME: base, PATH: process.env["PATH"] }, surface: "library" });
    const sessions = labelledIn(folder).labelled.map((labelled) => {
      const { turns } = transcriptAt(cairn, labelled.path, labelled.label.session);
      const said = segmentsOf(turns).flatMap((one) => (one.is === "person" ? [one.own.trim()] : []));
      const prompts = [...new Set(said)].filter(({ length }) => length >= FEWEST_LETTERS);
      return { repository: labelled.repository, name: labelled.label.session, prompts, labelled };
    });
    await cairn.close();
    return sessions.sort((a, b) => (a.name < b.name ? -1 : 1));
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
}
