import fc from "fast-check";
import { expect, test } from "vitest";
import { withAbsoluteDates } from "./absolute-dates.ts";

// 2026-11-14 was a Saturday.
test.each([
  ["We moved it yesterday.", "We moved it 2026-11-13."],
  ["Yesterday's run was red.", "2026-11-13's run was red."],
  ["the day before yesterday it worked", "2026-11-12 it worked"],
  ["last night it broke", "2026-11-13 it broke"],
  ["today we ship", "2026-11-14 we ship"],
  ["Due tomorrow.", "Due 2026-11-15."],
  ["last Tuesday", "2026-11-10"],
  ["last Saturday", "2026-11-07"],
  ["next Monday", "2026-11-16"],
  ["next Saturday", "2026-11-21"],
  ["3 days ago", "2026-11-11"],
  ["two days ago", "2026-11-12"],
  ["a day ago", "2026-11-13"],
  ["in ten days", "2026-11-24"],
  ["The licence will end in ten days.", "The licence will end 2026-11-24."],
  ["We ship in two days", "We ship 2026-11-16"],
  ["Access tokens expire in 30 days after login", "Access tokens expire in 30 days after login"],
  ["The vendor replies in two days.", "The vendor replies in two days."],
  ["Files older than 14 days ago go", "Files older than 14 days ago go"],
  ["two weeks ago", "the week of 2026-10-26"],
  ["last week", "the week of 2026-11-02"],
  ["this month", "2026-11"],
  ["last month and next month", "2026-10 and 2026-12"],
  ["gestern kaputt", "2026-11-13 kaputt"],
  ["`yesterday` is a key, not yesterday", "`yesterday` is a key, not 2026-11-13"],
  ["see docs/today.md and the yesterday-job, today_total", "see docs/today.md and the yesterday-job, today_total"],
  ["on Tuesday we ship", "on Tuesday we ship"],
  ["It has been fast.", "It has been fast."],
])("%s → %s", (text, dated) => {
  expect(withAbsoluteDates(text, "2026-11-14")).toBe(dated);
});

test("across a year and a leap day it counts as the calendar does", () => {
  expect(withAbsoluteDates("yesterday", "2027-01-01")).toBe("2026-12-31");
  expect(withAbsoluteDates("tomorrow", "2028-02-28")).toBe("2028-02-29");
  expect(withAbsoluteDates("last month", "2027-01-15")).toBe("2026-12");
});

test("what was made absolute stays as it is, on whatever day it is read again", () => {
  const word = fc.constantFrom(
    "yesterday",
    "today",
    "last Friday",
    "3 weeks ago",
    "next month",
    "moved",
    "it",
    "`today`",
  );
  fc.assert(
    fc.property(fc.array(word, { maxLength: 8 }), (words) => {
      const once = withAbsoluteDates(words.join(" "), "2026-11-14");
      expect(withAbsoluteDates(once, "2030-05-05")).toBe(once);
    }),
  );
});
