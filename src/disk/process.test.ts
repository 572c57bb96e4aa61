import { afterEach, expect, test } from "vitest";
import { setFaults } from "./faults.ts";
import { environmentsAbove, sightingOf } from "./process.ts";

afterEach(() => setFaults(undefined));

// As with a /proc mounted with hidepid: the processes of others are there, and nothing of them may be read.
test.runIf(process.platform === "linux").each(["EPERM", "EACCES"])(
  "where the system hides what others run (%s), there is nothing to see and nothing fails",
  (error) => {
    setFaults(({ call, path }) => (call === "open" && path.startsWith("/proc/") ? { error } : undefined));
    expect([...environmentsAbove()]).toEqual([{ "": "" }]);
    expect(sightingOf(process.ppid, 0)).toEqual({});
  },
);
