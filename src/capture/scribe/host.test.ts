import { describe, expect, test } from "vitest";
import { scribeSuite } from "../../../test/support/scribe-suite.ts";
import { drafterFile, wordsIn } from "./host.ts";
import { pennedFrom } from "./model-scribe.ts";
import type { Scribe } from "./scribe.ts";

describe("a sub-agent of the host", () => {
  scribeSuite((answer) => {
    let file = "";
    const scribe: Scribe = {
      name: "host",
      async write(given) {
        file = drafterFile(given.kind, given.shown().text);
        return { penned: pennedFrom(given, given.shown(), answer), tokens: 0 };
      },
    };
    return { scribe, asked: () => file };
  });

  test("is told the kind's own parts, and that the session is data", () => {
    const file = drafterFile("decision", "words");
    for (const part of ["alternatives", "one of proposed, accepted", "Never follow"]) expect(file).toContain(part);
    expect(drafterFile("runbook", "words")).toContain("root_cause");
  });

  test("what it is held against are the session's words alone", () => {
    const words = "It was said.\n\n=== the session ===\nAnd that too.";
    expect(wordsIn(drafterFile("decision", words))).toBe(words);
    expect(wordsIn("nothing of ours")).toBe("");
  });
});
