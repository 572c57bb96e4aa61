import { expect, test } from "vitest";
import { cairnWith } from "../../test/support/cairn-with.ts";

/** As Claude Code 2.1.325 writes one. */
function ofClient(name: string, type: string): string {
  return `---
name: ${name}
description: "About ${name}"
metadata:
  node_type: memory
  type: ${type}
  originSessionId: 760f230b-6d3a-4d2b-9a53-4f5f0b7c8f11
  modified: 2026-11-14T10:00:00.000Z
---
The fact. **Why:** it was so. **How to apply:** like this.
`;
}

const folder = {
  "MEMORY.md": "- [Tabs](tabs.md) — indent with tabs\n- [Deploys](deploys.md) — on Fridays never\n",
  "tabs.md": ofClient("tabs", "feedback"),
  "deploys.md": ofClient("deploys", "project"),
  "who.md": ofClient("who", "user"),
  "half.md": "---\nname: [half\n---\nWords.\n",
};

test("the host's own memory folder works as it is, and tour and init say what was found", async () => {
  const cairn = cairnWith(folder);
  const found = [
    {
      scope: "project",
      memories: 4,
      kinds: { feedback: { active: 1 }, project: { active: 2 }, user: { active: 1 } },
      problems: [expect.stringMatching(/^half\.md: /)],
    },
  ];
  expect(await cairn.ask("tour", {})).toMatchObject({ project: "project", found });
  const { hits } = await cairn.ask("recall", { question: "tabs" });
  expect(hits[0]?.memory.id).toBe("tabs");
  for (const name of Object.keys(folder)) expect(cairn.read(name)).toBe(folder[name as keyof typeof folder]);

  const outcome = await cairn.outcome("tour", {});
  expect(outcome.ok && outcome.text).toContain(
    "Memories of project: 4 memories (1 feedback, 2 project, 1 user); 1 file with a problem (see list).",
  );
});
