import { describe, expect, test } from "vitest";
import { cairn, cairnJson } from "./cairn-plugin.ts";
import { clientVersions } from "./install.ts";
import { scene } from "./scene.ts";
import { say } from "./script.ts";

const decided = "We decided to keep the queue in SQLite instead of Redis because one process less has to run.";
const later = "From now on, always write migrations in SQL, never in JavaScript.";

describe.each(clientVersions)("client %s", (version) => {
  test("sessions from before Cairn are imported where they were held, once, and on from there", async () => {
    const at = await scene({ when: { kind: "main" }, steps: [say("Understood.")] });
    const client = at.client({ version });
    const elsewhere = at.folder("elsewhere");
    const { session } = await client.run(decided);
    await client.run("What does this folder hold?", { cwd: elsewhere });

    const report = cairnJson(at, ["import", "transcripts"]);
    expect(report).toMatchObject({ found: 2, read: 2, empty: 1, passed_over: {} });
    expect(report.kept).toMatchObject([{ kind: "decision", session, project: at.project }]);
    expect(cairnJson(at, ["import", "transcripts"])).toMatchObject({ read: 0, done_before: 2, kept: [] });

    at.model.obey({ when: { kind: "main", prompt: /migrations/ }, steps: [say("Yes.")] });
    await client.resume(session, later);
    expect(cairnJson(at, ["import", "transcripts"]).kept).toMatchObject([{ kind: "preference", session }]);
    expect(cairn(at, ["review"]).out.match(/^[0-9a-f]{8}/gm)).toHaveLength(2);
  });
});
