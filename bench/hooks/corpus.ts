/**
 * How many tokens Cairn puts into a session: a corpus of sessions, driven on the real client, counted in the requests
 * that the model received. Each is a project with its memories and a morning's prompts; few of them need a memory.
 */

import { mkdirSync, realpathSync } from "node:fs";
import { join, resolve } from "node:path";
import { tokensOf } from "../../src/text/tokens.ts";
import { Client } from "../../test/clients/client.ts";
import type { ModelRequest } from "../../test/clients/scripted-model.ts";
import { injectedIn } from "../../test/clients/wire.ts";
import { cairn, type Stage } from "./cases.ts";
import { type Recorded, sessions } from "./recorded.ts";

export interface Injected {
  readonly name: string;
  /** Tokens at its start. */
  readonly start: number;
  readonly prompts: number;
  /** Prompts that were told something. */
  readonly told: number;
  /** Tokens in all. */
  readonly tokens: number;
}

export async function corpusTokens(base: string, stage: Stage): Promise<{ sessions: Injected[]; left: number }> {
  const injected: Injected[] = [];
  let left = 0;
  for (const recorded of sessions) {
    const place = join(base, recorded.name.replaceAll(/\W+/g, "-"));
    const { client, home, project } = made(place, stage);
    for (const { kind, title, text } of recorded.memories)
      cairn(["remember", text, "--kind", kind, "--title", title], { cwd: project, home });
    injected.push(await driven(recorded, client, stage));
    left += (await client.left()).length;
    await client.end();
  }
  return { sessions: injected, left };
}

function made(place: string, { client: version, model }: Stage) {
  const [home, project] = [join(place, "home"), join(place, "project")];
  for (const folder of [home, project]) mkdirSync(folder, { recursive: true });
  const plugins = [resolve("dist/plugin")];
  return { home, project, client: new Client({ version, model, home, project: realpathSync(project), plugins }) };
}

async function driven({ name, prompts }: Recorded, client: Client, { model }: Stage): Promise<Injected> {
  const talk = client.talk();
  const from = model.requests.length;
  for (const prompt of prompts) await talk.say(prompt);
  await talk.end();
  const last = model.requests.slice(from).findLast(({ kind }) => kind === "main");
  if (last === undefined) throw new Error(`${name}: the model was not asked.`);
  const texts = toldIn(last);
  const start = texts.filter(({ event }) => event === "SessionStart").map(({ tokens }) => tokens);
  const told = texts.filter(({ event }) => event === "UserPromptSubmit");
  const sum = (all: readonly number[]) => all.reduce((total, tokens) => total + tokens, 0);
  return {
    name,
    start: sum(start),
    prompts: prompts.length,
    told: told.length,
    tokens: sum(texts.map(({ tokens }) => tokens)),
  };
}

/** Without a compaction the last request has all that hooks ever put in. */
function toldIn({ body }: ModelRequest): { event: string; tokens: number }[] {
  return injectedIn(body)
    .filter(({ text }) => /<cairn-memories|^Cairn /.test(text))
    .map(({ event, text }) => ({ event, tokens: tokensOf(text) }));
}
