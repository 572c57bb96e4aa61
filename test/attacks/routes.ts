/** Every way a text can reach Cairn, each as one row: what is done with the text, and what came back. */

import type { CairnLibrary } from "../../src/library.ts";
import { CairnError } from "../../src/library.ts";
import type { House } from "../support/house.ts";
import type { McpClient } from "../support/mcp-client.ts";

export interface Reached {
  readonly place: House;
  readonly library: CairnLibrary;
  readonly client: McpClient;
}

/** All that the caller got to read, and whether it was told that something was taken out or refused. */
export interface Back {
  readonly words: string;
  readonly told: boolean;
}

/** `n` is another number each time: names must not meet. */
export type Route = (text: string, n: number, reached: Reached) => Promise<Back>;

async function cli({ place }: Reached, argv: readonly string[], input = ""): Promise<Back> {
  const { code, out, err } = await place.cli([...argv, "--json"], { input });
  const { redacted = [], warnings = [] } = code === 0 ? JSON.parse(out) : {};
  return { words: out + err, told: code !== 0 || redacted.length > 0 || /Taken out of/.test(warnings.join()) };
}

async function plainly({ place }: Reached, argv: readonly string[]): Promise<Back> {
  const { code, out, err } = await place.cli(argv);
  return { words: out + err, told: code !== 0 || /Taken out of/.test(out) };
}

async function call(act: () => Promise<unknown>): Promise<Back> {
  try {
    const output = (await act()) as { redacted?: readonly unknown[] };
    return { words: JSON.stringify(output), told: (output.redacted ?? []).length > 0 };
  } catch (error) {
    if (!(error instanceof CairnError)) throw error;
    const { message, hint, field } = error;
    return { words: JSON.stringify({ message, hint, field }), told: true };
  }
}

async function tool({ client }: Reached, name: string, args: object): Promise<Back> {
  const { text, isError } = await client.call(name, args);
  return { words: text, told: isError || /Taken out of/.test(text) };
}

const made = (n: number) => ["remember", "Ordinary words.", "--kind", "project", "--title", `Made ${n}`];

/** A memory of that number, and then something done to it. */
async function changed(reached: Reached, n: number, argv: readonly string[], input = ""): Promise<Back> {
  await reached.place.ask(made(n));
  return cli(reached, argv, input);
}

/** Texts that are kept: the caller must be told, and no byte of the secret may be written. */
export const writes: Readonly<Record<string, Route>> = {
  "cli text": (text, n, at) => cli(at, ["remember", "--title", `Text ${n}`, "--kind", "project", "--", text]),
  "cli text, answered in words": (text, n, at) =>
    plainly(at, ["remember", "--title", `Plain ${n}`, "--kind", "project", "--", text]),
  "cli text without a title": (text, _, at) => cli(at, ["remember", "--kind", "project", "--", text]),
  "cli title": (text, n, at) => cli(at, ["remember", "Words.", `--title=${n} ${text}`, "--kind=project"]),
  "cli description": (text, n, at) => cli(at, [...made(n), `--description=${text}`]),
  "cli tags": (text, n, at) => cli(at, [...made(n), `--tags=${text}`]),
  "cli aliases": (text, n, at) => cli(at, [...made(n), `--aliases=${text}`]),
  "cli field": (text, n, at) =>
    cli(at, ["remember", "Words.", "--kind=constraint", `--title=Field ${n}`, `--field=expires=${text}`]),
  "cli body-file": (text, n, at) => cli(at, ["remember", "--title", `Body ${n}`, "--body-file", "-"], text),
  "a second remember": async (text, n, at) => {
    await at.place.ask(made(n));
    return cli(at, [...made(n), `--description=${text}`]);
  },
  "log entry": (text, _, at) => cli(at, ["remember", "--kind=log", "--", text]),
  "blocker entry": (text, _, at) => cli(at, ["remember", "--kind=blocker", "--", text]),
  "profile of the person": (text, _, at) => cli(at, ["remember", "--kind=user_profile", "--", text]),
  "said of the person": (text, n, at) => cli(at, ["user", "update", "technical", `--set=said-${n}=${text}`]),
  "noted with its day": (text, _, at) => cli(at, ["user", "update", "feedback", `--set=worked=${text}`]),
  "update text": (text, n, at) => changed(at, n, ["update", `made-${n}`, `--append=${text}`]),
  "update body": (text, n, at) => changed(at, n, ["update", `made-${n}`, "--body-file", "-"], text),
  "update title": (text, n, at) => changed(at, n, ["update", `made-${n}`, `--title=${text}`]),
  "update description": (text, n, at) => changed(at, n, ["update", `made-${n}`, `--description=${text}`]),
  "update tags": (text, n, at) => changed(at, n, ["update", `made-${n}`, `--tags=${text}`]),
  "update aliases": (text, n, at) => changed(at, n, ["update", `made-${n}`, `--aliases=${text}`]),
  "update reason": (text, n, at) => changed(at, n, ["update", `made-${n}`, "More.", `--reason=${text.slice(0, 300)}`]),
  "library remember": (text, n, { library }) => call(() => library.remember({ title: `Library ${n}`, text })),
  "library tags": (text, n, { library }) =>
    call(() => library.remember({ title: `Tags ${n}`, text: "x", tags: [text] })),
  "library aliases": (text, n, { library }) =>
    call(() => library.remember({ title: `Aliases ${n}`, text: "x", aliases: [text] })),
  "mcp remember": (text, n, at) => tool(at, "remember", { title: `Tool ${n}`, text }),
  "mcp title": (text, n, at) => tool(at, "remember", { title: `${n} ${text}`, text: "Words." }),
  "mcp update": async (text, n, at) => {
    await at.client.call("remember", { title: `Tool made ${n}`, text: "Words.", kind: "project" });
    return tool(at, "update", { id: `tool-made-${n}`, append: text, description: text });
  },
  "files that are not there": (text, n, at) => cli(at, [...made(n), `--files=${text}`]),
  "an analysis named by its file": (text, n, at) =>
    cli(at, ["remember", "Words.", "--kind=analysis", `--title=Analysis ${n}`, `--files=${text}`]),
  "reason of retiring": (text, n, at) => changed(at, n, ["forget", `made-${n}`, `--reason=${text.slice(0, 300)}`]),
  "setting of a folder": (text, _, at) => cli(at, ["config", "set", "memoryDir", "--", `~/${text}`]),
};

/** Bad input: nothing is kept, and nothing of it may come back as it is. */
export const refusals: Readonly<Record<string, Route>> = {
  "id to show": (text, _, at) => cli(at, ["show", "--", text]),
  "id to update": (text, _, at) => cli(at, ["update", `--id=${text}`, "--append=x"]),
  "id to forget": (text, _, at) => cli(at, ["forget", `--id=${text}`]),
  "id of history": (text, _, at) => cli(at, ["history", `--id=${text}`]),
  "change to undo": (text, _, at) => cli(at, ["undo", `--change=${text}`]),
  "hash to expect": (text, n, at) => changed(at, n, ["update", `made-${n}`, "x", `--expect=${text}`]),
  kind: (text, _, at) => cli(at, ["remember", "x", `--kind=${text}`]),
  scope: (text, _, at) => cli(at, ["remember", "x", `--scope=${text}`]),
  agent: (text, _, at) => cli(at, ["remember", "x", "--scope=agent", `--agent=${text}`]),
  supersedes: (text, _, at) => cli(at, ["remember", "x", `--supersedes=${text}`]),
  time: (text, _, at) => cli(at, ["show", "x", `--as-of=${text}`]),
  number: (text, _, at) => cli(at, ["list", `--limit=${text}`]),
  flag: (text, _, at) => plainly(at, ["list", `--${text}`]),
  operation: (text, _, at) => plainly(at, [text]),
  word: (text, _, at) => plainly(at, ["list", "--", text]),
  setting: (text, _, at) => cli(at, ["config", "get", "--", text]),
  file: (text, _, at) => cli(at, ["remember", `--body-file=${text}`]),
  folder: (text, _, at) => plainly(at, ["list", `--cwd=${text}`]),
  "memory folder": (text, _, at) => plainly(at, ["list", `--memory-dir=/dev/null/${text}`]),
  "field of the kind": (text, _, at) => cli(at, ["remember", "x", "--kind=decision", `--field=${text}=1`]),
  "value of a field": (text, _, at) => cli(at, ["remember", "x", "--kind=decision", `--field=status=${text}`]),
  "tool's name": (text, _, at) => tool(at, text, {}),
  "tool's field": (text, _, at) => tool(at, "show", { [text]: 1 }),
  "tool's id": (text, _, at) => tool(at, "show", { id: text }),
  "library's field": (text, _, { library }) => call(() => library.remember({ [text]: text } as never)),
};
