import fc from "fast-check";
import { expect, test } from "vitest";
import { parseDay, printDayEntry, sessionMark } from "./day-entry.ts";
import { localDay, localTime } from "./local-day.ts";

const plain = fc
  .stringMatching(/^[\w#[\]()][\w .,#[\]()-]{0,40}$/)
  .map((text) => text.trim())
  .filter((text) => !/^(?:#{1,6}(?: |$)|[-*+] |\d\d:\d\d )/.test(text));

test("what is printed reads back as itself, however many follow each other", () => {
  const lines = fc.array(plain, { minLength: 1, maxLength: 3 });
  const paragraphs = fc.constantFrom("\n", "\n\n");
  const text = fc.tuple(lines, paragraphs).map(([given, between]) => given.join(between));
  const entry = fc.record({ time: fc.constantFrom("00:00", "09:05", "23:59"), text });
  const noted = fc.oneof(entry, fc.record({ time: fc.constant("12:00"), session: fc.constant("760f230b"), text }));
  fc.assert(
    fc.property(fc.array(noted, { maxLength: 4 }), (entries) => {
      expect(parseDay(`# 2026-11-14\n\n${entries.map(printDayEntry).join("\n")}\n`)).toEqual(entries);
    }),
  );
});

test.each([
  ["an entry of Cairn's", "- 14:32 [760f230b] Moved.", [{ time: "14:32", session: "760f230b", text: "Moved." }]],
  ["a bullet by hand", "- Moved.", [{ time: "", text: "Moved." }]],
  [
    "a line by hand",
    "Moved.\n\nAnd again.",
    [
      { time: "", text: "Moved." },
      { time: "", text: "And again." },
    ],
  ],
  ["a text that looks like an entry", "- 14:32 One\n  - 15:00 Two", [{ time: "14:32", text: "One\n- 15:00 Two" }]],
  [
    "Windows lines",
    "- 14:32 One\r\n- 14:33 Two\r\n",
    [
      { time: "14:32", text: "One" },
      { time: "14:33", text: "Two" },
    ],
  ],
  ["nothing but headings", "# 2026-11-14\n\n## Notes\n", []],
])("%s", (_, body, entries) => expect(parseDay(body)).toEqual(entries));

test("only a plain name marks a session", () => {
  expect(["760f230b-3c1e", "a", "]x", "", undefined].map(sessionMark)).toEqual([
    "760f230b",
    "a",
    undefined,
    undefined,
    undefined,
  ]);
});

test.each([
  ["UTC", "2026-11-14", "23:30"],
  ["Pacific/Auckland", "2026-11-15", "12:30"],
  ["America/Los_Angeles", "2026-11-14", "15:30"],
])("the day in %s is the one its people live in", (zone, day, time) => {
  const before = process.env["TZ"];
  process.env["TZ"] = zone;
  try {
    const at = new Date("2026-11-14T23:30:00Z");
    expect([localDay(at), localTime(at)]).toEqual([day, time]);
  } finally {
    if (before === undefined) delete process.env["TZ"];
    else process.env["TZ"] = before;
  }
});
