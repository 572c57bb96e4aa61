/** `team`: the memory a repository's people share: set a clone up, review what others brought, check it, settle conflicts. */

import type { Cairn } from "../cairn.ts";
import { printable } from "../guard/terminal.ts";
import { CairnError } from "../model/error.ts";
import { parseAddress } from "../model/id.ts";
import type { KeyQuestion } from "../model/key-question.ts";
import { goesWith, textFile, z } from "../model/schema.ts";
import { TeamOutput, teamActs, teamLines } from "../team/acts.ts";
import { takes } from "../team/conflict-sides.ts";
import { operation } from "./operation.ts";

const actions = ["review", "setup", "check", "resolve"] as const;

const Input = z.strictObject({
  action: z.enum(actions).default("review").describe("What to do"),
  id: goesWith(["resolve"], z.string().max(200).optional(), "the memory in conflict, of the team or of any scope").meta(
    { cli: { value: "team:<id>" } },
  ),
  accept: goesWith(["review"], z.array(z.string()).optional(), "let these in, by their ids; or all"),
  edit: goesWith(
    ["review"],
    z.string().max(200).optional(),
    "change this one and let it in; at a terminal in your editor",
  ).meta({ cli: { value: "<id>" } }),
  text: goesWith(["edit"], z.string().optional(), "what it is to say"),
  body: goesWith(["edit"], textFile(""), "the same from a file"),
  decline: goesWith(["review"], z.array(z.string()).optional(), "do not recall these here"),
  revoke: goesWith(
    ["review"],
    z.string().min(1).max(200).optional(),
    "decline everything an author brought, by name or address as git has it",
  ).meta({ cli: { value: "<author>" } }),
  reason: goesWith(["decline", "revoke"], z.string().max(300).default(""), "why"),
  take: goesWith(
    ["resolve"],
    z.enum(takes).optional(),
    "which version holds: ours (this machine's), theirs, or one by its number in the list",
  ),
  workflow: goesWith(["setup"], z.boolean().default(false), "also a workflow file that checks pull requests"),
  hook: goesWith(["setup"], z.boolean().default(false), "also a hook of this clone that checks before each commit"),
  folder: goesWith(
    ["check"],
    z.string().max(4096).optional(),
    "the files as they lie in this folder, instead of .claude/memory",
  ).meta({ cli: { value: "<folder>" } }),
  dryRun: goesWith(["setup"], z.boolean().default(false), "only show what would change"),
});
type TeamInput = z.output<typeof Input>;

export const team = operation({
  name: "team",
  summary: "Share a repository's memory: set a clone up, review what others brought, check it, settle conflicts.",
  effect: "write",
  idempotent: true,
  surfaces: ["cli", "library"],
  positional: ["action", "id"],
  examples: [
    "cairn team setup --yes",
    "cairn team review",
    "cairn team review --accept all",
    "cairn team review --edit team:old-ports --text 'The port is 8081.'",
    "cairn team review --decline team:old-ports --reason 'moved last week'",
    "cairn team check --json",
    "cairn team resolve team:sqlite-wal-mode --take ours",
  ],
  preview: { dryRun: true },
  instead: {
    id: "cairn team review shows all that waits; --accept <id> lets one in, --decline <id> keeps it out.",
  },
  input: Input,
  output: TeamOutput,

  async confirm(input, cairn) {
    refuseSeveral(input);
    return input.action === "setup" && !input.dryRun && (await teamActs.plan(cairn, input)).length > 0
      ? "Set this clone up like this?"
      : undefined;
  },

  async run(input, cairn) {
    refuseSeveral(input);
    return act(input, cairn);
  },

  questions: ({ pending = [] }, { edit, text, body }) =>
    edit === undefined || (text ?? body) !== undefined ? [] : pending.map(editQuestion),

  fails: ({ findings = [] }) => findings.some(({ level }) => level === "error"),

  show: (output, { action }, surface) => teamLines(output, action, surface),
});

async function act(input: TeamInput, cairn: Cairn): Promise<TeamOutput> {
  if (input.action === "resolve") {
    if (input.id === undefined)
      throw refused("id", "Which memory?", "cairn list marks those in conflict: cairn team resolve <id>.");
    return teamActs.resolve(cairn, { address: parseAddress(input.id), take: input.take });
  }
  return teamActs[input.action](cairn, { ...input, text: input.text ?? input.body });
}

/** What could only be done in part is refused. */
function refuseSeveral(input: TeamInput): void {
  const { accept, edit, text, body, decline, revoke } = input;
  const decides = [accept, edit, decline, revoke].filter((one) => one !== undefined).length;
  if (decides > 1) throw refused("accept", "Accept, edit, decline and revoke one at a time.");
  if (text !== undefined && body !== undefined) throw refused("text", "Give the text, or a file with it.");
}

function editQuestion({ id, body }: NonNullable<TeamOutput["pending"]>[number]): KeyQuestion {
  const action = "review";
  return {
    text: printable(body.trim()),
    choices: [
      {
        key: "e",
        says: "edit and accept",
        means: "in your editor; what you leave there holds from then on",
        input: { action, edit: id },
        edits: { field: "text", text: body },
      },
      { key: "a", says: "accept as it is", input: { action, accept: [id] } },
      {
        key: "d",
        says: "decline",
        input: { action, decline: [id] },
        asks: { field: "reason", prompt: "Why", proposed: "not wanted" },
      },
      { key: "q", says: "quit", means: "it goes on waiting", ends: true },
    ],
  };
}

function refused(field: string, message: string, next = "See help team."): CairnError {
  return new CairnError("INPUT_ERROR", message, { field, hint: `Nothing was done. ${next}` });
}
