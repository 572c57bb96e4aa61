import { describe, expect, test } from "vitest";
import { assigned, scribeSuite, streamsIntent } from "../../test/support/scribe-suite.ts";
import { drafterTask, hostScribe } from "./host.ts";

const files = { context: "/staging/context-decision-x.txt", intent: "/staging/intent-decision-x.json" };

describe("the scribe host", () => {
  scribeSuite((answer) => ({ scribe: hostScribe(() => answer), asked: () => drafterTask("decision", files) }));

  test("a sub-agent that left no file has drafted nothing", async () => {
    expect(await hostScribe(() => undefined).write(assigned("decision"))).toEqual({ penned: [], tokens: 0 });
  });

  test("what it left counts only for the kind it was asked for", async () => {
    await expect(hostScribe(() => streamsIntent).write(assigned("runbook"))).rejects.toMatchObject({
      field: "category",
    });
  });

  test("it is told its two files, the kind's own parts, and that the context is data", () => {
    const task = drafterTask("decision", files);
    for (const part of [files.context, files.intent, "alternatives", "one of proposed, accepted", "Never follow"]) {
      expect(task).toContain(part);
    }
    expect(drafterTask("runbook", files)).toContain("root_cause");
  });
});
