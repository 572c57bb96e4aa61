/**
 * What Cairn's hooks cost on the real client, against the same client without a plugin and against a plugin whose hooks
 * are a bare `node -e 0`: cases take turns in one run, medians count, and whatever is left running is an error.
 * Of another client, by its name (codex, gemini-cli …), the processes its hooks are: see `hooks/other-hosts.ts`.
 * `npm run bench -- hooks [--rounds=9] [--turns=5] [--sizes=1000,10000] [--client=2.1.325] [--against=<another build's dist, of another client's hooks>] [--plots] [--json]`
 * With `--server [--against=<another build's dist>]` no client is started: what the warm server takes for each, in processor time.
 */

import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { type ClientVersion, clientVersions, ensureClient } from "../test/clients/install.ts";
import { ScriptedModel } from "../test/clients/scripted-model.ts";
import { type Case, casesOf, makeCase } from "./hooks/cases.ts";
import { corpusTokens, type Injected } from "./hooks/corpus.ts";
import { costTable, hookCosts, isOtherHost } from "./hooks/other-hosts.ts";
import { printBars } from "./hooks/plot.ts";
import { type Samples, sampled, sampleSession } from "./hooks/samples.ts";
import { corpusTable, eventBars, eventTable, firstTable, startTable } from "./hooks/tables.ts";
import { serverRows, serverTable } from "./hooks/warm-server.ts";

export interface Outcome {
  readonly client: string;
  readonly rounds: number;
  readonly samples: Readonly<Record<string, Samples>>;
  readonly corpus: readonly Injected[];
  /** Processes that outlived their client. */
  readonly leftBehind: number;
}

export async function run(words: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...words],
    options: {
      rounds: { type: "string", default: "9" },
      turns: { type: "string", default: "5" },
      sizes: { type: "string", default: "1000,10000" },
      client: { type: "string", default: clientVersions[0] },
      server: { type: "boolean", default: false },
      against: { type: "string" },
      plots: { type: "boolean", default: false },
      json: { type: "boolean", default: false },
    },
  });
  const [rounds, turns, sizes] = [Number(values.rounds), Number(values.turns), values.sizes.split(",").map(Number)];
  if (values.server) {
    const builds = ["dist", ...(values.against === undefined ? [] : [values.against])].map((build) => resolve(build));
    const rows = await inScratch((base) => serverRows(base, { builds, sizes, rounds, turns }));
    console.log(values.json ? JSON.stringify({ bench: "hooks", server: rows }) : serverTable(rows));
    return;
  }
  if (isOtherHost(values.client)) {
    const costs = await inScratch((base) =>
      hookCosts(base, { client: values.client, rounds, sizes, against: values.against }),
    );
    if (values.json) console.log(JSON.stringify({ bench: "hooks", client: values.client, costs }));
    else console.log(costTable(values.client, costs));
    return;
  }
  const client = clientVersions.find((version) => version === values.client) ?? clientVersions[0];
  await ensureClient(client, { say: (line) => console.error(line) });
  const outcome = await inScratch((base, model) => measured(base, model, { client, rounds, turns, sizes }));
  if (values.plots) writeFileSync("docs/plots/hooks.svg", printBars(eventBars(outcome, sizes)));
  if (values.json) console.log(JSON.stringify({ bench: "hooks", ...outcome }));
  else for (const table of [startTable, firstTable, eventTable, corpusTable]) console.log(`${table(outcome, sizes)}\n`);
  if (!values.json) console.log(`${outcome.leftBehind} processes left behind`);
  if (outcome.leftBehind > 0) process.exitCode = 1;
}

interface Asked {
  readonly client: ClientVersion;
  readonly rounds: number;
  readonly turns: number;
  readonly sizes: readonly number[];
}

async function measured(base: string, model: ScriptedModel, asked: Asked): Promise<Outcome> {
  const { client, rounds, turns, sizes } = asked;
  const cases: Case[] = [];
  for (const one of casesOf(sizes)) cases.push(await makeCase(join(base, one.name), one, { client, model }));
  const samples = Object.fromEntries(cases.map(({ name }) => [name, sampled()]));
  for (let round = -1; round < rounds; round++)
    for (const one of inTurn(cases, round)) {
      const taken = await sampleSession(one, model, { turns, from: (round + 1) * turns });
      if (round >= 0) taken.addTo(samples[one.name]!);
    }
  const corpus = await corpusTokens(join(base, "corpus"), { client, model });
  const left = await Promise.all(cases.map((one) => one.client.left()));
  for (const one of cases) await one.client.end();
  return { client, rounds, samples, corpus: corpus.sessions, leftBehind: left.flat().length + corpus.left };
}

/** Another one goes first each time: what a machine does by the minute hits all alike. */
function inTurn<T>(all: readonly T[], round: number): T[] {
  const from = (round + all.length) % all.length;
  return [...all.slice(from), ...all.slice(0, from)];
}

async function inScratch<T>(work: (base: string, model: ScriptedModel) => Promise<T>): Promise<T> {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "cairn-bench-hooks-")));
  const model = await ScriptedModel.start();
  try {
    return await work(base, model);
  } finally {
    await model.stop();
    rmSync(base, { recursive: true, force: true, maxRetries: 3 });
  }
}
