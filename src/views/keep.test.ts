import fc from "fast-check";
import { expect, test } from "vitest";
import { handText, memoryOf, someMemories } from "../../test/support/memories.ts";
import { pointableIn } from "../../test/support/pointable.ts";
import type { Memory } from "../model/memory.ts";
import { bareLines } from "../text/lines.ts";
import { printAmong } from "./keep.ts";
import type { ViewNote } from "./note.ts";
import { isListed, isOverflowLine, pointerLine } from "./pointers.ts";

const limits = { maxLines: 200, maxBytes: 25_000, budgetTokens: 2_000 };
type Lines = Pick<ViewNote, "own" | "hidden">;
const lost: ViewNote = { wrote: "", own: [], hidden: {} };
const wal = memoryOf("wal", { title: "WAL mode" });
const tabs = memoryOf("tabs", { title: "Tabs", updated: "2025-01-02T00:00:00.000Z" });
const lines = { wal: pointerLine(wal), tabs: pointerLine(tabs) };

/** A view and what Cairn noted of it, through any number of prints. */
function page(text: string | undefined, memories: readonly Memory[], note: Lines = lost, isLive = true) {
  const printed = printAmong(text, { ...lost, ...note }, pointableIn(memories), { limits, isLive });
  if (printed?.note === undefined) throw new Error("left alone");
  const own = printed.note;
  return {
    text: printed.text,
    /** A person edits, the memories may be others by then, Cairn prints again. */
    edited: (edit: (text: string) => string | undefined, after = memories, noted: Lines = own) =>
      page(edit(printed.text), after, noted),
    note: own,
    /** A log is kept from now on, or no longer. */
    switched: (live: boolean) => page(printed.text, memories, own, live),
  };
}

test("where a log is kept Cairn's lines go and a person's stay; afterwards they are printed again", () => {
  const live = page("# Notes\n\nkeep me\n", [wal, tabs]);
  const logged = live.switched(false);
  expect(logged.text).toBe("# Notes\n\nkeep me\n");
  expect(logged.switched(true).text).toBe(live.text);
});

test("a pointer that was taken out by hand stays out when a log was kept meanwhile", () => {
  const without = page("mine\n", [wal, tabs]).edited((text) => text.replace(`${lines.tabs}\n`, ""));
  expect(without.switched(false).switched(true).text).toBe(`mine\n${lines.wal}\n`);
});

const asItIs = (text: string) => text;

test("a hand-written line stays through every later print", () => {
  const first = page("# Notes\n\nkeep me\n", [wal]);
  expect(first.text).toBe(`# Notes\n\nkeep me\n${lines.wal}\n`);
  expect(first.edited(asItIs, [wal, tabs]).text).toBe(`# Notes\n\nkeep me\n${lines.tabs}\n${lines.wal}\n`);
  expect(first.edited(asItIs, []).text).toBe("# Notes\n\nkeep me\n");
});

test("lines written below, above and between Cairn's stay in their order, around one block", () => {
  const edited = page(undefined, [wal, tabs]).edited((text) => `above\n${text.replace("\n", "\nbetween\n")}below`);
  expect(edited.text).toBe(`above\n${lines.tabs}\n${lines.wal}\nbetween\nbelow`);
  expect(edited.edited(asItIs).text).toBe(edited.text);
});

test("where Cairn has nothing to say, a person's file stays as it is to the last byte", () => {
  for (const text of ["no end of line", "two blank lines\n\n\n", "\ufeff# With a mark\r\n", " \n"]) {
    expect(page(text, []).text).toBe(text);
  }
});

test("a pointer taken out by hand stays out until its memory changes", () => {
  const out = page(undefined, [wal, tabs]).edited((text) => text.replace(`${lines.wal}\n`, ""));
  expect(out.text).toBe(`${lines.tabs}\n`);
  expect(out.edited(asItIs).edited(asItIs).text).toBe(`${lines.tabs}\n`);
  const changed = { ...wal, hash: "another" };
  expect(out.edited(asItIs, [changed, tabs]).text).toContain(lines.wal);
});

test("a pointer taken out while its memory changed comes back: the change is news", () => {
  const first = page(undefined, [wal, tabs]);
  expect(
    first.edited((text) => text.replace(`${lines.wal}\n`, ""), [{ ...wal, hash: "another" }, tabs]).text,
  ).toContain(lines.wal);
});

test("a pointer taken out and put back by hand is there again", () => {
  const out = page(undefined, [wal, tabs]).edited((text) => text.replace(`${lines.wal}\n`, ""));
  const back = out.edited((text) => `${text}${lines.wal}\n`);
  expect(back.text).toContain(lines.wal);
  expect(back.edited(asItIs).text).toBe(back.text);
});

test("a pointer a person has reworded is theirs, and Cairn adds none beside it", () => {
  const reworded = "- [The journal](project/wal.md) — read this first";
  const edited = page(undefined, [wal, tabs]).edited((text) => text.replace(lines.wal, reworded));
  expect(bareLines(edited.text)).toEqual([lines.tabs, reworded]);
  expect(bareLines(edited.edited(asItIs, [{ ...wal, hash: "x", title: "Changed" }, tabs]).text)).toContain(reworded);
});

test("a deleted file comes back, and so does an emptied one; what was taken out stays out", () => {
  const out = page(undefined, [wal, tabs]).edited((text) => text.replace(`${lines.wal}\n`, ""));
  expect(out.edited(() => undefined).text).toBe(`${lines.tabs}\n`);
  expect(out.edited(() => "").text).toBe(`${lines.tabs}\n`);
  expect(out.edited(() => "\n\n").text).toBe(`\n\n${lines.tabs}\n`);
});

test("with the note lost, every line Cairn would not print is a person's, and stays", () => {
  const stale = pointerLine({ ...wal, title: "As it was called before" });
  const printed = page(
    `${lines.tabs}\nmine\n${stale}\n- 3 more memories are not shown here: list shows all of them, recall searches them.\n`,
    [wal, tabs],
    lost,
  );
  expect(bareLines(printed.text)).toEqual([lines.tabs, "mine", stale]);
});

test("killed after the file was replaced and before the note was: nothing is lost, nothing doubled", () => {
  const before = page("mine\n", [wal]);
  const renamed = { ...wal, title: "Write-ahead log", hash: "another" };
  const after = before.edited(asItIs, [renamed, tabs]);
  const resumed = page(after.text, [renamed, tabs], before.note);
  expect(resumed.text).toBe(after.text);
  expect(resumed.edited(asItIs, [tabs]).text).toBe(`mine\n${lines.tabs}\n`);
});

test("an editor that changed every line end leaves a person's lines with theirs, and Cairn's are written anew", () => {
  const edited = page("# Notes\n", [wal]).edited((text) => text.replaceAll("\n", "\r\n"));
  expect(edited.text).toBe(`# Notes\r\n${lines.wal}\n`);
});

test("lines of a person alone over the caps: left alone", () => {
  expect(printAmong("mine\n".repeat(201), lost, pointableIn([wal]), { limits, isLive: true })).toBeUndefined();
  expect(printAmong("x".repeat(25_000), lost, pointableIn([wal]), { limits, isLive: true })).toBeUndefined();
  expect(printAmong("mine\n".repeat(200), lost, pointableIn([wal]), { limits, isLive: true })?.text).toBe(
    "mine\n".repeat(200),
  );
});

test("a memory whose file is renamed keeps being left out", () => {
  const out = page(undefined, [wal, tabs]).edited((text) => text.replace(`${lines.wal}\n`, ""));
  expect(out.edited(asItIs, [{ ...wal, path: "topics/wal.md" }, tabs]).text).toBe(`${lines.tabs}\n`);
});

test("V1: printing over one's own print changes nothing", () => {
  fc.assert(
    fc.property(someMemories(30), handText, (memories, text) => {
      const first = page(text, memories);
      expect(first.edited(asItIs).text).toBe(first.text);
      expect(page(first.text, memories, lost).text).toBe(first.text);
    }),
  );
});

test("V2: whatever a person adds, between any two prints and any changes of memories, stays in its order", () => {
  const edits = fc.array(fc.tuple(handText, fc.nat(), someMemories(12)), { minLength: 1, maxLength: 5 });
  const typedIn = (text: string) => bareLines(text).filter((line) => line.startsWith("typed"));
  fc.assert(
    fc.property(someMemories(12), edits, (memories, all) => {
      let now = page(undefined, memories);
      for (const [n, [words, at, after]] of all.entries()) {
        const added = bareLines(words).map((line) => `typed ${n} ${line}`);
        const edited = inserted(now.text, added, at);
        now = now.edited(() => edited, after);
        expect(typedIn(now.text)).toEqual(typedIn(edited));
        expect(bareLines(now.text).length - typedIn(now.text).length).toBeLessThanOrEqual(after.length + 1);
      }
    }),
  );
});

test("every memory worth a line has one, taken-out ones and overflow apart", () => {
  fc.assert(
    fc.property(someMemories(15), (memories) => {
      const { text } = page(undefined, memories);
      const wanted = memories
        .filter(isListed)
        .map(pointerLine)
        .filter((line) => line !== "");
      expect(new Set(bareLines(text).filter((line) => !isOverflowLine(line)))).toEqual(new Set(wanted));
    }),
  );
});

function inserted(text: string, added: readonly string[], at: number): string {
  const all = bareLines(text);
  const place = all.length === 0 ? 0 : at % (all.length + 1);
  return [...all.slice(0, place), ...added, ...all.slice(place)].map((line) => `${line}\n`).join("");
}
