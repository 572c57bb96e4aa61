/** `tour`: a real run, told as it goes, in a temporary home of its own: what Cairn does in half a minute. */

import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Cairn } from "../cairn.ts";
import { fixedClock } from "../disk/clock.ts";
import { replaceFile } from "../disk/durable.ts";
import { makeFolders, readFileAt } from "../disk/files.ts";
import { token } from "../disk/random.ts";
import { programOnPath } from "../install/programs.ts";
import { z } from "../model/schema.ts";
import { encodePath } from "../places/root-names.ts";
import { MemoriesHere, memoriesHere, memoriesHereLines } from "../recall/memories-here.ts";
import { invoke, operation } from "./operation.ts";
import { findOperation } from "./registry.ts";

const Step = z.object({ say: z.string(), command: z.string(), answer: z.string() });
type Step = z.infer<typeof Step>;

export const tour = operation({
  name: "tour",
  summary: "Show what Cairn does, in a temporary home of its own.",
  effect: "read",
  surfaces: ["cli"],
  examples: ["cairn tour"],
  input: z.strictObject({}),
  output: z.object({
    steps: z.array(Step),
    folder: z.string(),
    project: z.string().optional(),
    found: z.array(MemoriesHere),
    next: z.array(z.string()),
  }),

  async run(_, cairn) {
    const folder = join(tmpdir(), `cairn-tour-${token()}`);
    makeFolders(join(folder, "project"));
    const guide = new Guide(folder);
    await walk(guide);
    const own = cairn.hasPlaces
      ? { project: cairn.places.project.key, found: await memoriesHere(cairn) }
      : { found: [] };
    const isCommand = programOnPath("cairn", cairn.env) !== undefined;
    return { steps: guide.steps, folder, ...own, next: isCommand ? next : [...first, ...next] };
  },

  show({ steps, folder, project, found, next: commands }) {
    const told = steps.map(({ say, command, answer }) =>
      [say, "", `  $ ${command}`, ...indented(answer), ""].join("\n"),
    );
    return [
      "Cairn keeps what coding agents learn, in plain Markdown files. This is a real run in a temporary home.\n",
      ...told,
      `All of it happened in ${folder}; look around there, and delete it when you like.\n`,
      ...(project === undefined ? [] : ["Where you are, Cairn works on what is there already:"]),
      ...(project === undefined ? [] : memoriesHereLines(found, project).map((line) => `  ${line}`)),
      "",
      "What to type next:",
      ...commands.map((command) => `  ${command}`),
    ].join("\n");
  },
});

/** Who ran it out of a clone has no command yet. */
const first = [
  "npm install -g .         in the clone: makes cairn a command; it runs from there, so the clone must stay",
];
const next = [
  "cairn init               put it into the agents you have; shows the change first",
  'cairn remember "…"       keep something about the project you are in',
  'cairn recall "…"         find it again, in your own words',
  "cairn list               see what is known here",
  "cairn where              see where it is kept, and why there",
  "cairn help               everything else",
];

/** Runs operations as the command line would, in the tour's own home, with a clock that moves on between the steps. */
class Guide {
  readonly steps: Step[] = [];
  readonly folder: string;
  readonly #clock = fixedClock(new Date());

  constructor(folder: string) {
    this.folder = folder;
  }

  async run(say: string, command: string, name: string, input: object): Promise<unknown> {
    const cairn = await this.#open();
    try {
      this.#clock.advance(60_000);
      const op = await findOperation(name, "cli");
      if (op === undefined) throw new Error(`the tour asks for ${name}, which is not there`);
      const outcome = await invoke(op, input, cairn, { confirmed: true });
      const answer = outcome.ok ? outcome.text : `${outcome.error.message}\n${outcome.error.hint}`;
      this.steps.push({ say, command, answer });
      return outcome.ok ? outcome.output : undefined;
    } finally {
      await cairn.close();
    }
  }

  /** What a person does with an editor: one word for another. */
  edit(say: string, path: string, [word, other]: readonly [string, string]): void {
    const text = readFileAt(path, 100_000)?.toString("utf8") ?? "";
    replaceFile(path, Buffer.from(text.replace(word, other)));
    this.steps.push({ say, command: `sed -i 's/${word}/${other}/' ${relativeTo(this.folder, path)}`, answer: "" });
  }

  print(say: string, path: string): void {
    const text = readFileAt(path, 100_000)?.toString("utf8") ?? "";
    this.steps.push({ say, command: `cat ${relativeTo(this.folder, path)}`, answer: text.trimEnd() });
  }

  /** A session of the agent, as the agent's own program records it. */
  hold(): void {
    const { path, text } = tourTranscript(this.folder, join(this.folder, "project"), this.#clock.now());
    replaceFile(path, Buffer.from(text));
  }

  async rootPath(): Promise<string> {
    return (await this.#open()).places.roots.project.path;
  }

  async #open(): Promise<Cairn> {
    const { openCairn } = await import("../cairn.ts");
    const env = { HOME: this.folder, PATH: process.env["PATH"] };
    return openCairn({ cwd: join(this.folder, "project"), env, surface: "cli", clock: this.#clock });
  }
}

async function walk(guide: Guide): Promise<void> {
  const decided = "We run SQLite in WAL mode because many hooks write at once. The rollback journal blocked readers.";
  await guide.run(
    "1. Something was settled. One sentence is enough; a token or key in it would be taken out first.",
    `cairn remember "${decided}" --kind decision --title "SQLite runs in WAL mode" --tags sqlite`,
    "remember",
    { text: decided, kind: "decision", title: "SQLite runs in WAL mode", tags: ["sqlite"] },
  );
  const shown = (await guide.run("2. It is a file you can read, edit, move and commit.", "cairn list", "list", {})) as {
    memories: { path: string }[];
  };
  const file = join(await guide.rootPath(), shown.memories[0]?.path ?? "");
  guide.print("   Like this:", file);
  guide.edit("3. Edit it with whatever you like. A hand edit is right by definition.", file, [
    "blocked readers",
    "blocked readers for seconds",
  ]);
  await guide.run(
    "   Cairn sees it at once. Ask in your own words:",
    'cairn recall "what blocked the readers"',
    "recall",
    { question: "what blocked the readers" },
  );
  await guide.run("   It notes that the words came from outside.", "cairn show sqlite-runs-in-wal-mode", "show", {
    id: "sqlite-runs-in-wal-mode",
  });
  const changed = "Memory lives in plain files now; SQLite is gone.";
  await guide.run(
    "4. You change your mind. The new memory takes the old one's place; the old one stays readable.",
    `cairn remember "${changed}" --kind decision --title "No SQLite" --supersedes sqlite-runs-in-wal-mode`,
    "remember",
    { text: changed, kind: "decision", title: "No SQLite", supersedes: "sqlite-runs-in-wal-mode" },
  );
  await guide.run("   What is current:", "cairn list", "list", {});
  await guide.run("5. That was a mistake? Take it back, byte for byte.", "cairn undo", "undo", {});
  await guide.run("   The first decision stands again:", "cairn list", "list", {});
  await guide.run("6. Everything that happened is on record.", "cairn history", "history", {});
  await guide.run("   And you can look back at any moment.", "cairn show sqlite-runs-in-wal-mode --as-of 2m", "show", {
    id: "sqlite-runs-in-wal-mode",
    asOf: "2m",
  });
  await lookBack(guide);
  guide.print("10. Every session of the agent starts with this index:", join(await guide.rootPath(), "MEMORY.md"));
}

async function lookBack(guide: Guide): Promise<void> {
  const session = tourSession.slice(0, 8);
  guide.hold();
  await guide.run(
    "7. A session of the agent has ended. What it settled is found by rule, without a model, and waits for your word.",
    `cairn distill ${session}`,
    "distill",
    { session },
  );
  await guide.run("   You say what is kept:", "cairn review --accept all", "review", { accept: ["all"] });
  await guide.run(
    "8. A summary of it, from which the next session can go on:",
    `cairn summarize ${session} --yes`,
    "summarize",
    { session },
  );
  await guide.run(
    "9. Summaries, decisions and the project itself add up to one page:",
    "cairn synthesize --yes",
    "synthesize",
    {},
  );
  await guide.run("   This is what recall shows when it is asked nothing:", "cairn recall", "recall", {});
}

function indented(text: string): string[] {
  return text === "" ? [] : text.split("\n").map((line) => (line === "" ? "" : `  ${line}`));
}

function relativeTo(folder: string, path: string): string {
  return path.startsWith(`${folder}/`) ? `~${path.slice(folder.length)}` : path;
}

/** The session the tour looks back on: made up, and written the way Claude Code writes one. */
const tourSession = "5e5510e5-70a4-4c01-8d11-0c0ffee00001";

const said: readonly (readonly ["user" | "assistant", string])[] = [
  ["user", "The nightly export blocks the readers. What should we do about it?"],
  [
    "assistant",
    "The export holds one transaction for minutes. It could read from a snapshot instead, or go in pages of 1,000 rows.",
  ],
  ["user", "We decided to export in pages of 1,000 rows because a snapshot would double the disk space."],
  ["assistant", "Done: the export goes page by page now, and the readers are not blocked any more. All tests pass."],
  ["user", "Good. From now on, always write migrations in plain SQL."],
  ["assistant", "Understood. Next: put an alert on exports that take longer than ten minutes."],
];

interface SessionFile {
  readonly path: string;
  readonly text: string;
}

function tourTranscript(home: string, project: string, end: Date): SessionFile {
  const lines = said.map(([role, text], n) => ({
    type: role,
    sessionId: tourSession,
    uuid: `5e5510e5-0000-4000-8000-00000000000${n}`,
    timestamp: new Date(end.getTime() - (said.length - n) * 60_000).toISOString(),
    cwd: project,
    message: { role, content: role === "user" ? text : [{ type: "text", text }] },
  }));
  const folder = join(home, ".claude", "projects", encodePath(project));
  return {
    path: join(folder, `${tourSession}.jsonl`),
    text: lines.map((line) => `${JSON.stringify(line)}\n`).join(""),
  };
}
