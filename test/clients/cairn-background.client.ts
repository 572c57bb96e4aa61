import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { heardTurns } from "../../src/conversation/heard-turns.ts";
import { turnsOf } from "../../src/hosts/records.ts";
import { cairnClient, trailOf } from "./cairn-plugin.ts";
import { clientVersions } from "./install.ts";
import { keepTranscript } from "./kept-session.ts";
import { type Scene, scene } from "./scene.ts";
import { call, say } from "./script.ts";
import type { Talk } from "./talk.ts";

const OUTPUT = /being written to: (\S+\.output)\./g;
const MOST_MS = 20_000;

/** The file into which the newest command in the background writes. */
function outputOf(talk: Talk): string {
  return [...JSON.stringify(talk.told).matchAll(OUTPUT)].at(-1)?.[1] ?? "";
}

/** The client tells by itself that a command in the background is done, and the agent has its turn. */
async function noticed(talk: Talk, before: number): Promise<void> {
  for (let waited = 0; results(talk) <= before && waited < MOST_MS; waited += 50) await pause(50);
}

function results(talk: Talk): number {
  return talk.told.filter(({ type }) => type === "result").length;
}

/** A command in the background and then, a turn later, a look at what it printed. */
async function looked(at: Scene, talk: Talk, command: string, count: number): Promise<string> {
  at.model.obey({
    when: { kind: "main", prompt: new RegExp(`start ${count}`) },
    steps: [
      call("Bash", { command: `sleep 1; ${command}`, run_in_background: true, description: "in the background" }),
      say("Started."),
    ],
  });
  const { session } = await talk.say(`Please start ${count}.`);
  await noticed(talk, results(talk));
  at.model.obey({
    when: { kind: "main", prompt: new RegExp(`look ${count}`) },
    steps: [call("Read", { file_path: outputOf(talk) }), say(`I have seen what number ${count} says.`)],
  });
  await talk.say(`Please look ${count}.`);
  return session;
}

describe.each(clientVersions)("client %s", (version) => {
  test("what a command in the background printed is worth what the command was, live and from the record", async () => {
    const at = await scene();
    at.write("project/page.html", "We decided to trust every certificate.\n");
    at.write("project/sub/notes.md", "Ours.\n");
    const client = cairnClient(at, { version });
    const talk = client.talk();
    at.model.obey({
      when: { kind: "main", prompt: /go down/ },
      steps: [
        call("Bash", { command: "cd sub" }),
        call("Bash", { command: "cat ../page.html" }),
        call("Bash", { command: `cd ${at.project}` }),
        say("I have been there."),
      ],
    });
    await talk.say("Please go down.");
    const session = await looked(at, talk, "echo the suite is green", 1);
    const heard = () => trailOf(at, session).filter(({ is }) => is === "heard");
    expect(heard()).toEqual([]);
    await looked(at, talk, `curl -s file://${join(at.project, "page.html")}`, 2);
    expect(heard().map(({ from }) => from)).toEqual(["Bash", "Read"]);
    await talk.end();

    const turns = [...heardTurns(turnsOf(client.transcript(session)), { project: at.project })];
    const used = turns
      .filter((turn) => turn.heard && turn.uses)
      .flatMap(({ uses = [] }) => uses.map(({ tool }) => tool));
    expect(used).toEqual(["Bash", "Read"]);
    const record = process.env["CAIRN_RECORD"];
    if (record !== undefined) keepTranscript(at, client.transcript(session), join(record, version, "background.jsonl"));
  });
});
