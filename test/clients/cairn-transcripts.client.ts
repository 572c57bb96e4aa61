import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { transcriptsIn } from "../../src/hosts/claude-code/records.ts";
import { openTranscript, turnsOf } from "../../src/hosts/records.ts";
import { Trail } from "../../src/trail/trail.ts";
import type { Turn } from "../../src/transcripts/turn.ts";
import { inOrder, stepsOf } from "../support/steps-of.ts";
import { seenByBoth } from "../transcripts/seen-by-both.ts";
import { cairnClient, trailOf } from "./cairn-plugin.ts";
import type { Client } from "./client.ts";
import { clientVersions } from "./install.ts";
import { keepText, keepTranscript } from "./kept-session.ts";
import { type Scene, scene } from "./scene.ts";
import { call, calls, say } from "./script.ts";

/** Said to the client in one session; the model's answers stand in the rules. */
const first = "Let's keep the queue in SQLite with WAL mode, because readers must not block the writer.";
const second = "Now add the migration, please.";

const scout = {
  name: "Agent",
  input: {
    description: "look around",
    prompt: "Look for other writers of the queue.",
    subagent_type: "general-purpose",
    run_in_background: false,
  },
};

async function recorded(
  version: (typeof clientVersions)[number],
): Promise<{ at: Scene; client: Client; session: string }> {
  const at = await scene();
  const notes = at.write("project/queue.md", "mode: delete\n");
  at.model.obey({
    when: { kind: "main", prompt: /WAL mode/ },
    steps: [
      call("Read", { file_path: notes }),
      call("Edit", { file_path: notes, old_string: "delete", new_string: "wal" }),
      call("Bash", { command: "echo checked" }),
      call("Bash", { command: "echo 'no such table: jobs' >&2; exit 1" }),
      calls(scout),
      say("The queue is in WAL mode now. The table was missing; the migration makes it."),
    ],
  });
  at.model.obey({
    when: { kind: "subagent" },
    steps: [call("Bash", { command: "ls" }), say("Only the exporter writes to it.")],
  });
  at.model.obey({
    when: { kind: "main", prompt: /migration/ },
    steps: [
      call("Write", { file_path: join(at.project, "001.sql"), content: "create table jobs (id);\n" }),
      say("Added."),
    ],
  });
  const client = cairnClient(at, { version });
  const talk = client.talk();
  const { session } = await talk.say(first);
  await talk.say("/compact keep the plan");
  await talk.say(second);
  await talk.end();
  return { at, client, session };
}

describe.each(clientVersions)("client %s", (version) => {
  test("a trail rebuilt from the transcripts says what the one captured live says", async () => {
    const { at, client, session } = await recorded(version);
    const files = transcriptsIn([client.projectFolder()]).filter((file) => file.session === session);
    expect(files.map(({ agent }) => agent !== undefined)).toEqual([false, true]);
    const rebuilt = new Trail(join(at.base, "rebuilt.jsonl"));
    for (const line of stepsOf(inOrder(...files.map(({ path }) => turnsOf(path))))) rebuilt.append(line);
    expect(seenByBoth(rebuilt.lines())).toEqual(seenByBoth(trailOf(at, session)));
    expect(seenByBoth(rebuilt.lines()).map((line) => line.is)).toEqual(
      "prompt edit command failure agent command agent remark compacted prompt edit".split(" "),
    );
    if (process.env["CAIRN_RECORD"] !== undefined) keep(at, client, version, session);
  });

  test("the person's words are told from the machine's; what a fork copied is known again by its name", async () => {
    const { client, session } = await recorded(version);
    const persons = (turns: readonly Turn[]) => turns.filter(({ by }) => by === "person").map(({ text }) => text);
    const whole = [...turnsOf(client.transcript(session))];
    expect(persons(whole)).toEqual([first, second]);
    expect(whole.filter(({ compacted }) => compacted)).toHaveLength(1);

    const before = openTranscript(client.transcript(session))!;
    const read = [...before.turns()].length;
    const position = before.position();
    before.close();
    await client.resume(session, "And a third thing.");
    const after = openTranscript(client.transcript(session), position)!;
    expect(after.fromStart).toBe(false);
    expect(persons([...after.turns()])).toEqual(["And a third thing."]);
    after.close();
    expect([...turnsOf(client.transcript(session))].length).toBeGreaterThan(read);

    const forked = await client.fork(session, "Another way.");
    const known = new Set([...turnsOf(client.transcript(session))].map(({ entry }) => entry));
    const fresh = [...turnsOf(forked.transcript)].filter(({ entry }) => !known.has(entry));
    expect(persons(fresh)).toEqual(["Another way."]);
    expect(fresh.every((turn) => turn.session === forked.session)).toBe(true);
  });
});

/** With CAIRN_RECORD the session is kept as a fixture. */
function keep(at: Scene, client: Client, version: string, session: string): void {
  const into = join(process.env["CAIRN_RECORD"]!, version);
  for (const { path, agent } of transcriptsIn([client.projectFolder()]).filter((file) => file.session === session))
    keepTranscript(at, path, join(into, agent === undefined ? "session.jsonl" : "agent.jsonl"));
  const trail = trailOf(at, session)
    .map((line) => JSON.stringify(line))
    .filter((line) => !line.includes('"is":"state"'));
  keepText(at, `${trail.join("\n")}\n`, join(into, "trail.jsonl"));
}
