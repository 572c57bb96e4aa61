/**
 * `npm run bench -- capture-quality --data <folder> [--json] [--unread <owner/name,…>]`: what Cairn makes of labelled
 * sessions without a model, held against their labels by the rules of `capture-quality/rules.ts`.
 */

import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { labelledIn } from "./capture-quality/labelled-sessions.ts";
import { type Figures, figuresOf, type SessionScore, scoreOf } from "./capture-quality/score.ts";
import { toldOf } from "./capture-quality/told-of.ts";

export async function run(words: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...words],
    options: { data: { type: "string" }, json: { type: "boolean" }, unread: { type: "string", default: "" } },
  });
  if (values.data === undefined) throw new Error("capture-quality needs --data <folder>");
  const { labelled, missing } = labelledIn(resolve(values.data));
  const scores: SessionScore[] = [];
  for (const { label, path, repository } of labelled) {
    scores.push(scoreOf(label, repository, await toldOf(path, label.session)));
  }
  const unread = values.unread.split(",");
  const apart = scores.filter(({ repository }) => unread.includes(repository));
  const result = {
    ...figuresOf(scores),
    ...(apart.length === 0
      ? {}
      : { read: figuresOf(scores.filter((one) => !apart.includes(one))), unread: figuresOf(apart) }),
    byRepository: Object.fromEntries(
      [...new Set(scores.map(({ repository }) => repository))].map((name) => [
        name,
        figuresOf(scores.filter(({ repository }) => repository === name)),
      ]),
    ),
    missing,
  };
  if (values.json) console.log(JSON.stringify(result));
  else show(result);
}

function show({
  byRepository,
  read,
  unread,
  missing,
  ...all
}: Figures & {
  byRepository: Readonly<Record<string, Figures>>;
  read?: Figures;
  unread?: Figures;
  missing: readonly string[];
}): void {
  const head = [
    "sessions",
    "must",
    "drafts",
    "precision",
    "recallMust",
    "recallAll",
    "trapsKept",
    "falseDecisions",
    "kept",
    "keptRight",
    "kindFits",
  ] as const;
  const line = (name: string, figures: Figures) =>
    [
      name.padEnd(34),
      ...head.map((key) => String(figures[key] ?? "-").padStart(key.length)),
      ...[figures.goals, figures.titles, figures.threads].map(({ right, half, wrong }) =>
        `${right}/${half}/${wrong}`.padStart(9),
      ),
      `${figures.asks.quoted ?? "-"} of ${figures.asks.said}, ${figures.asks.most} asks, ${figures.asks.mostTokens} tokens`,
    ].join("  ");
  console.log(
    ["".padEnd(34), ...head, "    goals", "   titles", "  threads", "asks: quoted, most, most tokens"].join("  "),
  );
  for (const [name, figures] of Object.entries(byRepository)) console.log(line(name, figures));
  if (read !== undefined) console.log(line("read", read));
  if (unread !== undefined) console.log(line("unread", unread));
  console.log(line("all", all));
  console.log(`  summaries: ${JSON.stringify(all.summaries)}`);
  for (const [kind, row] of Object.entries(all.byKind)) console.log(`  ${kind.padEnd(16)} ${JSON.stringify(row)}`);
  if (missing.length > 0) console.log(`without a transcript: ${missing.join(", ")}`);
}
