/**
 * What is shown unasked, and how right it is: `npm run bench -- unasked --data <folder> [--json] [--plot <file>]`.
 * Precision, recall and silence by arm and class, by the weights in use and with each project left out in turn; each
 * part left out; calibration; and where there are labelled sessions, what was kept in earlier ones at later prompts. A project the weights were learned from flatters them: there, read what was left out.
 */

import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { doorFeatureNames } from "../src/search/door/features.ts";
import { shownFrom } from "../src/search/door/judge.ts";
import { doorWeights } from "../src/search/door/weights.ts";
import { allCases } from "./door/all-cases.ts";
import { arms, type Case, casesOf } from "./door/cases.ts";
import { printCurve } from "./door/curve.ts";
import { type OfSessions, ofSessions } from "./door/kept-sessions.ts";
import { leftOutInTurn } from "./door/left-out.ts";
import { type Answered, answeredBy, averagePrecision, calibrationOf, type Figures, figuresOf } from "./door/scored.ts";
import type { Project } from "./door/unasked-set.ts";

/** Fewer cannot be left out in turn. */
const FEWEST_PROJECTS = 4;
const THRESHOLDS = Array.from({ length: 19 }, (_, n) => (n + 1) / 20);

interface ArmFigures extends Figures {
  readonly arm: string;
  readonly ap: number;
  readonly byClass: Readonly<Record<string, Figures>>;
}

export async function run(words: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...words],
    options: { data: { type: "string" }, json: { type: "boolean" }, plot: { type: "string" } },
  });
  if (values.data === undefined) throw new Error("unasked needs --data <folder>");
  const { projects, cases } = allCases(values.data);
  const inUse = cases.map((one) => answeredBy(doorWeights, one));
  const leftOut = projects.length < FEWEST_PROJECTS ? [] : leftOutInTurn(cases);
  const judged = leftOut.length > 0 ? leftOut : inUse;
  const result = {
    projects: projects.map(({ name }) => name),
    threshold: shownFrom,
    inUse: figuresByArm(inUse),
    leftOutInTurn: figuresByArm(leftOut),
    byProject: figuresByProject(judged),
    sessions: (await ofSessions(values.data)).figures,
    without: leftOut.length > 0 ? withoutEach(projects, cases) : [],
    calibration: calibrationOf(ofArm(judged, 0)),
    curve: curveOf(ofArm(judged, 0)),
  };
  if (values.plot !== undefined)
    writeFileSync(
      values.plot,
      printCurve(
        [arms[0]!, arms[1]!, arms[4]!].map(({ name }, n) => ({ name, points: curveOf(ofArm(judged, [0, 1, 4][n]!)) })),
      ),
    );
  if (values.json) console.log(JSON.stringify(result));
  else show(result);
}

function ofArm(answered: readonly Answered[], nth: number): Answered[] {
  return answered.filter(({ one }) => one.arm === arms[nth]);
}

function figuresByArm(answered: readonly Answered[]): ArmFigures[] {
  if (answered.length === 0) return [];
  return arms.map((arm) => {
    const own = answered.filter(({ one }) => one.arm === arm);
    const classes = [...new Set(own.map(({ one }) => one.row.class))].sort();
    const byClass = Object.fromEntries(
      classes.map((name) => [name, figuresOf(own.filter(({ one }) => one.row.class === name))]),
    );
    return { arm: arm.name, ...figuresOf(own), ap: averagePrecision(own), byClass };
  });
}

interface ProjectFigures extends Figures {
  readonly project: string;
  readonly arm: string;
}

/** The arms that have a bar. */
function figuresByProject(answered: readonly Answered[]): ProjectFigures[] {
  const projects = [...new Set(answered.map(({ one }) => one.project))];
  return projects.flatMap((project) =>
    [0, 1, 4].map((nth) => {
      const own = ofArm(answered, nth).filter(({ one }) => one.project === project);
      return { project, arm: arms[nth]!.name, ...figuresOf(own) };
    }),
  );
}

/** Refitted without it, each project left out in turn; the prompt alone, and with files for what concerns files. */
function withoutEach(
  projects: readonly Project[],
  cases: readonly Case[],
): { without: string; ap: number; figures: Figures }[] {
  const some = cases.filter(({ arm }) => !arm.aliases && !arm.others);
  const measured = (name: string, given: readonly Case[], without: readonly string[]) => {
    const arm = ["file", "folder", "path"].includes(name) ? 1 : 0;
    const answered = ofArm(leftOutInTurn(given, { without }), arm);
    return {
      without: arm === 1 ? `${name} (with files)` : name,
      ap: averagePrecision(answered),
      figures: figuresOf(answered),
    };
  };
  const noThesaurus = projects.flatMap((project) =>
    [arms[0]!, arms[1]!].flatMap((arm) => casesOf(project, arm, [], { otherwise: false })),
  );
  return [
    measured("nothing", some, []),
    measured("thesaurus", noThesaurus, []),
    ...[...doorFeatureNames, "cosmetic", "chore", "talk", "deed"].map((name) => measured(name, some, [name])),
  ];
}

function curveOf(
  answered: readonly Answered[],
): { threshold: number; precision: number; recall: number; silence: number }[] {
  return THRESHOLDS.map((threshold) => {
    const { precision, recall, silence } = figuresOf(answered, threshold);
    return { threshold, precision, recall, silence };
  });
}

function show(result: {
  inUse: readonly ArmFigures[];
  leftOutInTurn: readonly ArmFigures[];
  byProject: readonly ProjectFigures[];
  sessions: readonly OfSessions[];
  without: readonly { without: string; ap: number; figures: Figures }[];
  calibration: readonly { said: number; seen: number; count: number }[];
}): void {
  const inWords = ({ precision, recall, silence }: Figures) =>
    [precision, recall, silence].map((one) => one.toFixed(2)).join(" / ");
  for (const [title, figures] of [
    ["weights in use", result.inUse],
    ["each project left out in turn", result.leftOutInTurn],
  ] as const) {
    if (figures.length === 0) continue;
    console.log(`${title}: precision / recall / silence`);
    for (const { arm, ap, byClass, ...all } of figures) {
      const classes = Object.entries(byClass).map(
        ([name, one]) =>
          `${name} ${name === "none" ? one.silence.toFixed(2) : `${one.precision.toFixed(2)}/${one.recall.toFixed(2)}`}`,
      );
      console.log(`  ${arm.padEnd(28)} ${inWords(all)}  AP ${ap.toFixed(3)}  · ${classes.join(" · ")}`);
    }
  }
  console.log("by project: prompt only · with files · among others");
  for (const project of new Set(result.byProject.map((one) => one.project))) {
    const own = result.byProject.filter((one) => one.project === project);
    console.log(`  ${project.padEnd(28)} ${own.map(inWords).join("  ·  ")}`);
  }
  for (const { repository, memories, later, laterShown, foreign, foreignShown } of result.sessions)
    console.log(
      `  sessions of ${repository} (${memories} kept): shown at ${laterShown} of ${later} later prompts, at ${foreignShown} of ${foreign} of other projects`,
    );
  for (const { without, ap, figures } of result.without)
    console.log(`  without ${without.padEnd(24)} ${inWords(figures)}  AP ${ap.toFixed(3)}`);
  console.log("calibration, said / seen (count):");
  console.log(
    `  ${result.calibration.map(({ said, seen, count }) => `${said.toFixed(2)}/${seen.toFixed(2)} (${count})`).join("  ")}`,
  );
}
