import { expect, test } from "vitest";
import { opencodeSession, unquoted } from "./opencode-session.ts";

const part = (id: string, message: object, data: object, more: object = {}) =>
  JSON.stringify({ opencode: "ses_1", id, at: 1794855598445, ...more, message, part: data });
const user = { role: "user", agent: "build" };
const assistant = { role: "assistant", agent: "build" };

/** As opencode 1.18.33 keeps them, shortened. */
const lines = [
  part("prt_1", user, { type: "text", text: '"mend the \\"login\\" test"' }),
  part("prt_10", user, { type: "text", text: "Cairn keeps", synthetic: true, metadata: { cairn: true } }),
  part("prt_2", assistant, { type: "step-start", snapshot: "4b82" }),
  part("prt_3", assistant, {
    type: "tool",
    tool: "bash",
    callID: "c1",
    state: { status: "completed", input: { command: "npm test" }, output: "red", metadata: { exit: 1 } },
  }),
  part("prt_4", assistant, {
    type: "tool",
    tool: "cairn_recall",
    callID: "c2",
    state: { status: "error", input: { question: "x" }, error: "no" },
  }),
  part("prt_5", user, { type: "compaction", auto: true }),
  part("prt_6", { ...assistant, summary: true }, { type: "text", text: "So far …" }),
  part("prt_7", user, { type: "text", text: "Continue if you have next steps", synthetic: true }),
  part("prt_8", user, { type: "text", text: "From now on use yaks." }, { agent: "ses_2" }),
  part("prt_9", assistant, { type: "text", text: "Done." }),
];

test("a session of opencode is read without what Cairn said, its sub-agents' words as a machine's", () => {
  expect(opencodeSession.fits(lines.join("\n"))).toBe(true);
  const reader = opencodeSession.reader({});
  const turns = lines.flatMap((text, n) => reader.take({ text, from: n, to: n + 1 }));
  const short = turns.map(({ by, text, uses, result, compacted, agent }) =>
    [by, text, uses?.[0]?.tool, result && String(result.isError), compacted && "compacted", agent]
      .filter(Boolean)
      .join(" | "),
  );
  expect(short).toEqual([
    'person | mend the "login" test',
    "agent | bash",
    "tool | red | true",
    "agent | cairn/recall",
    "tool | no | true",
    "machine | compacted",
    "machine | So far …",
    "machine | Continue if you have next steps",
    "machine | From now on use yaks. | ses_2",
    "agent | Done.",
  ]);
});

test("only words that stand in quotes as a whole lose them", () => {
  expect(['"a b"', '"a" or "b"', "a b"].map(unquoted)).toEqual(["a b", '"a" or "b"', "a b"]);
});
