/** `doctor`: what works, what does not, and what to do; it says plainly what it could not check. */

import type { Cairn } from "../cairn.ts";
import { isWritable, listOf, statOf } from "../disk/files.ts";
import { counted } from "../model/counted.ts";
import { CairnError } from "../model/error.ts";
import { z } from "../model/schema.ts";
import { readFormat } from "../places/format-version.ts";
import { checkRoot } from "../places/known-root.ts";
import type { Store } from "../store/store.ts";
import { viewHealth } from "../views/health.ts";
import { operation } from "./operation.ts";

const Check = z.object({
  what: z.string(),
  state: z.enum(["ok", "warning", "wrong"]),
  found: z.string(),
  next: z.string(),
});
type Check = z.infer<typeof Check>;

const WEEK_MS = 7 * 86_400_000;

export const doctor = operation({
  name: "doctor",
  summary: "Check that everything is sound, and say what to do if not.",
  effect: "write",
  idempotent: true,
  surfaces: ["cli", "library"],
  examples: ["cairn doctor", "cairn doctor --break-lock"],
  input: z.strictObject({
    accept: z.boolean().default(false).describe("Take a root as it is now, empty or not"),
    breakLock: z.boolean().default(false).describe("Remove a lock whose owner cannot be judged from here"),
  }),
  output: z.object({ sound: z.boolean(), checks: z.array(Check) }),

  async run({ accept, breakLock }, cairn) {
    const stores = await cairn.stores(undefined, { lenient: true });
    const own = stores.all().filter((store) => !stores.isClone(store));
    if (accept) {
      await cairn.prepareWrite();
      for (const store of own) cairn.noteStore(store, true);
    }
    if (breakLock) for (const store of own) store.breakLock();
    const checks = [...general(cairn), ...own.flatMap((store) => checksOf(cairn, store))];
    return { sound: checks.every(({ state }) => state !== "wrong"), checks };
  },

  show({ checks }) {
    const marks = { ok: "ok     ", warning: "warning", wrong: "WRONG  " };
    return checks
      .map(
        ({ what, state, found, next }) =>
          `${marks[state]}  ${what}: ${found}${next === "" ? "" : `\n         ${next}`}`,
      )
      .join("\n");
  },
});

function ok(what: string, found: string): Check {
  return { what, state: "ok", found, next: "" };
}

/** Reading goes on; nothing new can be kept. */
function readOnly(what: string, place: string): Check {
  const next = "Check who owns it and whether its disk is mounted read-only; where shows its path.";
  return { what, state: "wrong", found: `${place} cannot be written`, next };
}

function general(cairn: Cairn): Check[] {
  const { cairnHome, notes } = cairn.places;
  const format = readFormat(cairnHome);
  const home = statOf(cairnHome);
  const open = home !== undefined && (home.mode & 0o077) !== 0;
  const { warnings } = cairn.settings;
  return [
    Number.isNaN(format)
      ? {
          what: "format",
          state: "wrong",
          found: "format.json cannot be read",
          next: 'Remove it, or put back {"version":1}.',
        }
      : ok("format", format === undefined ? "nothing written yet" : `version ${format}`),
    open
      ? {
          what: "privacy",
          state: "wrong",
          found: "others can read CAIRN_HOME",
          next: "Take their rights away: chmod 700.",
        }
      : ok("privacy", home === undefined ? "CAIRN_HOME is not there yet" : "only you can read CAIRN_HOME"),
    isWritable(cairnHome) ? ok("state", "CAIRN_HOME can be written") : readOnly("state", "CAIRN_HOME"),
    ...(warnings.length === 0
      ? [ok("settings", "sound")]
      : warnings.map(
          (found): Check => ({ what: "settings", state: "warning", found, next: "Mend settings.json, or use config." }),
        )),
    ...notes.map(({ message }): Check => ({ what: "places", state: "warning", found: message, next: "See where." })),
    mishapCheck(cairn),
  ];
}

/** What went wrong at a moment of the host's, where nobody could be told. */
function mishapCheck(cairn: Cairn): Check {
  const since = cairn.clock.now().getTime() - WEEK_MS;
  const recent = cairn.sessions.mishaps.all().filter(({ at }) => Date.parse(at) >= since);
  const last = recent.at(-1);
  if (last === undefined) return ok("moments", "nothing went wrong in a session this week");
  const found = `${recent.length} went wrong this week; the last, at ${last.moment} (${last.at}): ${last.error}`;
  return {
    what: "moments",
    state: "warning",
    found,
    next: "If it goes on: mishaps.jsonl in CAIRN_HOME has all of them.",
  };
}

function checksOf(cairn: Cairn, store: Store): Check[] {
  const { scope } = store.root;
  return [rootCheck(cairn, store), lockCheck(store), ...historyChecks(store), filesCheck(store), viewCheck(store)].map(
    (check) => ({
      ...check,
      what: `${scope} ${check.what}`,
    }),
  );
}

function rootCheck(cairn: Cairn, store: Store): Check {
  const count = store.ground.exists() ? store.catalog.size : "missing";
  try {
    checkRoot(cairn.places.cairnHome, store.root, count);
  } catch (error) {
    if (!(error instanceof CairnError)) throw error;
    return { what: "root", state: "wrong", found: error.message, next: error.hint };
  }
  if (count === "missing") return ok("root", "not there yet");
  const memories = counted(count, "memory", "memories");
  if (!isWritable(store.root.path)) return readOnly("root", `${memories}; the folder`);
  const root = statOf(store.ground.real ?? store.root.path);
  const shared = scopeIsPrivate(store) && root !== undefined && (root.mode & 0o077) !== 0;
  if (shared)
    return {
      what: "root",
      state: "warning",
      found: `${memories}; others can read the folder`,
      next: "Take their rights away: chmod 700.",
    };
  return ok("root", memories);
}

function scopeIsPrivate({ root }: Store): boolean {
  return root.scope === "user" || root.scope === "project";
}

function lockCheck(store: Store): Check {
  const lock = store.lockState();
  if (lock === undefined) return ok("lock", "free");
  const who = lock.pid === undefined ? "an unknown process" : `process ${lock.pid} on ${lock.host}`;
  const found = `held by ${who} since ${lock.since.toISOString()} (${lock.judged})`;
  if (lock.judged === "living")
    return { what: "lock", state: "warning", found, next: "Wait for it, or end that process." };
  return { what: "lock", state: "warning", found, next: "If that machine or container is gone: doctor --break-lock." };
}

function historyChecks(store: Store): Check[] {
  const { book } = store;
  const { log, open } = book;
  const unreadable = log.unreadable();
  // What a power cut tore and recovery has struck out counts for nothing, sound or not.
  const damaged = log.entries.filter((entry) => book.entry(entry.record.seq) !== undefined && !log.isSound(entry));
  const gaps = log.entries.filter(
    ({ record }, n) => n > 0 && record.seq !== (log.entries[n - 1]?.record.seq ?? 0) + 1,
  ).length;
  const found = `${counted(log.entries.length, "record")} in ${counted((listOf(log.folder) ?? []).length, "part")}`;
  const wrong = [
    ...(unreadable.length === 0
      ? []
      : [`${counted(unreadable.length, "part ends", "parts end")} in bytes that are no record`]),
    ...(damaged.length === 0 ? [] : [`${counted(damaged.length, "record does", "records do")} not match the hash`]),
    ...(gaps === 0 ? [] : [counted(gaps, "gap")]),
  ];
  return [
    wrong.length === 0
      ? ok("history", found)
      : {
          what: "history",
          state: "warning",
          found: `${found}; ${wrong.join(", ")}`,
          next: "The memories themselves are not affected; what is damaged cannot be undone.",
        },
    ...(open.length === 0
      ? []
      : [
          {
            what: "writes",
            state: "warning",
            found: `${open.length} in doubt`,
            next: "The next write settles them.",
          } as const,
        ]),
  ];
}

function filesCheck(store: Store): Check {
  const problems = store.problems();
  const unsaved = store.catalog.temps.size;
  if (problems.length === 0 && unsaved === 0) return ok("files", "every file can be read");
  const [first] = problems;
  const example = first === undefined ? "" : `, such as ${first.path}: ${first.message}`;
  return {
    what: "files",
    state: "warning",
    found: `${counted(problems.length, "problem")}${example}`,
    next: "See list for all of them.",
  };
}

function viewCheck(store: Store): Check {
  const { pointers, without_file, without_pointer, left_alone } = viewHealth(store);
  if (left_alone !== undefined) {
    const next = "Put an ordinary file in its place, or shorten it; Cairn adds its lines then.";
    return { what: "view", state: "warning", found: `MEMORY.md ${left_alone} and is left alone`, next };
  }
  if (without_file.length === 0)
    return ok(
      "view",
      `${counted(pointers, "pointer")}, ${counted(without_pointer, "memory", "memories")} not pointed at`,
    );
  return {
    what: "view",
    state: "warning",
    found: `MEMORY.md points at ${counted(without_file.length, "file that is", "files that are")} not there`,
    next: "Run rebuild; lines you wrote yourself stay until you take them out.",
  };
}
