import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cairn, cairnClient, cairnJson, keepBoth, locks, tool } from "./cairn-plugin.ts";
import { clientVersions } from "./install.ts";
import { scene } from "./scene.ts";
import { call, printScript, say } from "./script.ts";

const OWN = `---
name: deploy-window
description: The harbour cluster deploys on Tuesdays
metadata:
  type: project
---

The harbour cluster deploys on Tuesdays only, since the freeze of May.
`;
const POINTER = "- [Deploy window](deploy-window.md): Tuesdays only\n";

test.each(clientVersions)("a memory that the model of client %s wrote by itself is one of Cairn's", async (version) => {
  const at = await scene();
  const client = cairnClient(at, { version });
  const folder = join(client.projectFolder(), "memory");
  const write = (name: string, content: string) => call("Write", { file_path: join(folder, name), content });
  const script = printScript(write("deploy-window.md", OWN), write("MEMORY.md", POINTER), say("kept"));
  const { code, result, answer } = await client.run(script, { permissionMode: "default" });
  expect({ code, result, denied: answer["permission_denials"] }).toEqual({ code: 0, result: "kept", denied: [] });

  const { hits } = cairnJson(at, ["recall", "when does the harbour cluster deploy"]);
  expect(hits).toMatchObject([{ memory: { id: "deploy-window", trust: "imported" } }]);
  // What the client itself put into the file, it finds there again.
  expect(readFileSync(join(folder, "deploy-window.md"), "utf8")).toContain(`originSessionId: ${answer["session_id"]}`);

  await client.run(printScript(tool("remember", locks), say("kept too")));
  const { changes } = cairnJson(at, ["history", "deploy-window"]);
  expect(changes).toMatchObject([
    { what: "created outside", id: "deploy-window", by: `outside ${answer["session_id"]}` },
  ]);
  expect(readFileSync(join(folder, "MEMORY.md"), "utf8")).toContain(POINTER.trim());
  await client.run("good morning");
  expect(at.model.find("Deploy window", { prompt: /good morning/ })).not.toEqual([]);
  expect(cairn(at, ["doctor"]).out).toContain("every file can be read");
});

test.each(clientVersions)(
  "between client %s's read of its index and its edit, Cairn leaves it alone",
  async (version) => {
    const at = await scene();
    keepBoth(at);
    const client = cairnClient(at, { version });
    const index = join(client.projectFolder(), "memory", "MEMORY.md");
    at.model.obey({
      when: { kind: "main", prompt: /keep the index/ },
      steps: [
        call("Read", { file_path: index }),
        tool("remember", { text: "Said by the model.", kind: "project" }),
        {
          ...call("Edit", { file_path: index, old_string: "- [Postgres", new_string: `${POINTER}- [Postgres` }),
          after: besides(),
        },
        say("both kept"),
      ],
    });
    async function besides() {
      await at.model.seen({ kind: "main", prompt: /keep the index/ }, 3);
      cairn(at, ["remember", "A word from beside.", "--kind", "project"]);
    }
    expect((await client.run("keep the index")).result).toBe("both kept");
    expect(at.model.find("tool_use_error")).toEqual([]);
    expect(readFileSync(index, "utf8")).toContain(POINTER.trim());
  },
);
