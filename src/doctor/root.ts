/** One root: is it there, free, whole, readable, and do its views agree with it? */

import type { Cairn } from "../cairn.ts";
import { folderEntries, isWritable, statOf } from "../disk/files.ts";
import { CairnError } from "../model/error.ts";
import { keepsAPlace } from "../model/placeholder.ts";
import { checkRoot } from "../places/known-root.ts";
import type { Store } from "../store/store.ts";
import { refuseClosed } from "../store/stores.ts";
import { counted } from "../text/counted.ts";
import { shellWord } from "../text/shell-word.ts";
import { viewHealth } from "../views/health.ts";
import { type Finding, ok, readOnly, warning, wrong } from "./check.ts";

export function checkStore(cairn: Cairn, store: Store): Finding[] {
  refuseClosed(store);
  const history = [...historyOf(store), ...unrecorded(store)];
  const findings = [folderOf(cairn, store), lockOf(store), ...history, filesOf(store), viewOf(store)];
  return findings.map((finding) => ({ ...finding, what: `${store.root.scope} ${finding.what}` }));
}

function folderOf(cairn: Cairn, store: Store): Finding {
  const count = store.rootFolder.exists() ? store.catalog.size : "missing";
  try {
    checkRoot(cairn.places.cairnHome, store.root, count);
  } catch (error) {
    if (!(error instanceof CairnError)) throw error;
    return wrong("root", error.message, error.hint);
  }
  if (count === "missing") return ok("root", "not there yet");
  const memories = counted(store.memories().filter((memory) => !keepsAPlace(memory)).length, "memory", "memories");
  if (!isWritable(store.root.path)) return readOnly("root", `${memories}; the folder`, store.root.path);
  const root = statOf(store.rootFolder.real ?? store.root.path);
  const shared = isPrivate(store) && root !== undefined && (root.mode & 0o077) !== 0;
  if (shared)
    return warning(
      "root",
      `${memories}; others can read the folder`,
      `Take their rights away: chmod 700 ${shellWord(store.root.path)}`,
    );
  return ok("root", memories);
}

function isPrivate({ root }: Store): boolean {
  return root.scope === "user" || root.scope === "project";
}

function lockOf(store: Store): Finding {
  const lock = store.lockState();
  if (lock === undefined) return ok("lock", "free");
  const who = lock.pid === undefined ? "an unknown process" : `process ${lock.pid} on ${lock.host}`;
  const found = `held by ${who} since ${lock.since.toISOString()} (${lock.judged})`;
  if (lock.judged === "living") return warning("lock", found, "Wait for it, or end that process.");
  return warning("lock", found, "If that machine or container is gone: doctor --break-lock.");
}

function historyOf({ history }: Store): Finding[] {
  const { log, open } = history;
  const found = `${counted(log.entries.length, "record")} in ${counted((folderEntries(log.folder) ?? []).length, "part")}`;
  const damage = damageOf(history);
  const doubt = open.length === 0 ? [] : [warning("writes", `${open.length} in doubt`, "The next write settles them.")];
  if (damage.length === 0) return [ok("history", found), ...doubt];
  const next = "The memories themselves are not affected; what is damaged cannot be undone.";
  return [warning("history", `${found}; ${damage.join(", ")}`, next), ...doubt];
}

/** Files that say Cairn wrote them, and no record does: the history was lost, or they were copied here. */
function unrecorded(store: Store): Finding[] {
  if (!isPrivate(store)) return [];
  const isOwn = (path: string) => store.history.versionsOf(path).some(({ record }) => OWN.has(record.op));
  const claims = [...store.catalog.files()].filter(
    ({ path, written }) => WRITTEN.has(written.trust ?? "") && !isOwn(path),
  );
  if (claims.length === 0) return [];
  const many = counted(claims.length, "memory is", "memories are");
  const worth = claims.length === 1 ? "counts" : "count";
  const next = "Put the log back from a backup if it was lost; or say again what you stated, with update.";
  return [warning("records", `${many} in no record of the history, and ${worth} as imported`, next)];
}

/** What a file is worth that was written here, and the records of who wrote it. */
const WRITTEN: ReadonlySet<string> = new Set(["stated", "observed", "derived"]);
const OWN: ReadonlySet<string> = new Set(["create", "update", "append", "accept"]);

function damageOf(history: Store["history"]): string[] {
  const { log } = history;
  const unreadable = log.unreadable();
  // What a power cut tore and recovery has struck out counts for nothing, sound or not.
  const damaged = log.unsound(log.entries.filter(({ record }) => history.entry(record.seq) !== undefined));
  const gaps = log.entries.filter(
    ({ record }, n) => n > 0 && record.seq !== (log.entries[n - 1]?.record.seq ?? 0) + 1,
  ).length;
  return [
    ...(unreadable.length === 0
      ? []
      : [`${counted(unreadable.length, "part ends", "parts end")} in bytes that are no record`]),
    ...(damaged.length === 0 ? [] : [`${counted(damaged.length, "record does", "records do")} not match the hash`]),
    ...(gaps === 0 ? [] : [counted(gaps, "gap")]),
  ];
}

function filesOf(store: Store): Finding {
  const problems = store.problems();
  if (problems.length === 0 && store.catalog.temps.size === 0) return ok("files", "every file can be read");
  const [first] = problems;
  const example = first === undefined ? "" : `, such as ${first.path}: ${first.message}`;
  return warning("files", `${counted(problems.length, "problem")}${example}`, "See list for all of them.");
}

function viewOf(store: Store): Finding {
  const { pointers, without_file, without_pointer, left_alone } = viewHealth(store);
  if (left_alone !== undefined) {
    const next = left_alone.endsWith("read-only")
      ? "Make it writable"
      : "Put an ordinary file in its place, or shorten it";
    return warning("view", `MEMORY.md ${left_alone} and is left alone`, `${next}; Cairn adds its lines then.`);
  }
  const gone = counted(without_file.length, "file that is", "files that are");
  if (without_file.length > 0)
    return warning(
      "view",
      `MEMORY.md points at ${gone} not there`,
      "Run rebuild; lines you wrote yourself stay until you take them out.",
    );
  const unnamed = counted(without_pointer, "memory", "memories");
  return ok("view", `${counted(pointers, "pointer")}, ${unnamed} not pointed at`);
}
