import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cairnWith } from "../../test/support/cairn-with.ts";
import { sha256 } from "./record.ts";

/** A change that was begun and leaves the text as it is, with the end of its record as a power cut may leave it. */
async function begun(torn: boolean): Promise<string | undefined> {
  const cairn = cairnWith();
  const said = { kind: "project", title: "Kettle", text: "The kettle is blue." } as const;
  const { id, path } = (await cairn.ask("remember", said)).memory;
  const { history } = await cairn.store();
  history.refresh();
  const { log } = history;
  const bytes = Buffer.from(cairn.read(path));
  const hash = sha256(bytes);
  const [entry] = log.append(
    [
      {
        op: "update",
        at: "2026-11-15T12:00:00.000Z",
        id,
        kind: "project",
        path,
        before: hash,
        after: hash,
        texts: { before: bytes, after: bytes },
      },
    ],
    { durable: true },
  );
  const segment = join(log.folder, readdirSync(log.folder).sort().at(-1)!);
  const whole = readFileSync(segment);
  if (torn) writeFileSync(segment, Buffer.concat([whole.subarray(0, -200), Buffer.alloc(199), Buffer.from("\n")]));
  await cairn.ask("remember", { kind: "project", title: "Cup", text: "The cup is red." });
  return (await cairn.records()).find(({ of }) => of === entry!.record.seq)?.op;
}

test("a change that leaves the text as it is counts where its record is whole", async () => {
  expect(await begun(false)).toBe("done");
});

test("where its record is torn it never happened, though the file is as it would have left it", async () => {
  expect(await begun(true)).toBe("void");
});
