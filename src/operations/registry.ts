/**
 * Everything Cairn can be asked to do. The order here is the order of the help, the tools and the reference.
 * Each row loads its operation when it is wanted: a command pays for its own schema and for no other.
 */

import { CairnError } from "../model/error.ts";
import { nearest } from "../text/nearest.ts";
import type { Operation, Surface } from "./operation.ts";

export type OperationRegistry = Readonly<Record<string, () => Promise<Operation>>>;

/** Not declared as an `OperationRegistry`, which would make all rows alike: the library's types come from here. */
export const operationRegistry = {
  remember: () => import("./remember.ts").then((file) => file.remember),
  update: () => import("./update.ts").then((file) => file.update),
  show: () => import("./show.ts").then((file) => file.show),
  recall: () => import("./recall.ts").then((file) => file.recall),
  relevant: () => import("./relevant.ts").then((file) => file.relevant),
  summarize: () => import("./summarize.ts").then((file) => file.summarize),
  distill: () => import("./distill.ts").then((file) => file.distill),
  synthesize: () => import("./synthesize.ts").then((file) => file.synthesize),
  material: () => import("./material.ts").then((file) => file.material),
  log: () => import("./log.ts").then((file) => file.log),
  dream: () => import("./dream.ts").then((file) => file.dream),
  import: () => import("./import.ts").then((file) => file.importPast),
  export: () => import("./export.ts").then((file) => file.exportAll),
  audit: () => import("./audit.ts").then((file) => file.audit),
  review: () => import("./review.ts").then((file) => file.review),
  triage: () => import("./triage.ts").then((file) => file.triage),
  candidate: () => import("./candidate.ts").then((file) => file.candidate),
  draft: () => import("./draft.ts").then((file) => file.draft),
  verify: () => import("./verify.ts").then((file) => file.verify),
  write: () => import("./write.ts").then((file) => file.write),
  list: () => import("./list.ts").then((file) => file.list),
  forget: () => import("./forget.ts").then((file) => file.forget),
  restore: () => import("./restore.ts").then((file) => file.restore),
  archive: () => import("./archive.ts").then((file) => file.archive),
  unarchive: () => import("./archive.ts").then((file) => file.unarchive),
  history: () => import("./history.ts").then((file) => file.history),
  undo: () => import("./undo.ts").then((file) => file.undo),
  why: () => import("./why.ts").then((file) => file.why),
  checkpoint: () => import("./checkpoint.ts").then((file) => file.checkpoint),
  recover: () => import("./recover.ts").then((file) => file.recover),
  start: () => import("./start.ts").then((file) => file.start),
  stop: () => import("./stop.ts").then((file) => file.stop),
  disable: () => import("./disable.ts").then((file) => file.disable),
  "off-the-record": () => import("./off-the-record.ts").then((file) => file.offTheRecord),
  today: () => import("./today.ts").then((file) => file.today),
  status: () => import("./status.ts").then((file) => file.status),
  rebuild: () => import("./rebuild.ts").then((file) => file.rebuild),
  gc: () => import("./gc.ts").then((file) => file.gc),
  init: () => import("./init.ts").then((file) => file.init),
  uninstall: () => import("./uninstall.ts").then((file) => file.uninstall),
  teach: () => import("./teach.ts").then((file) => file.teach),
  doctor: () => import("./doctor.ts").then((file) => file.doctor),
  where: () => import("./where.ts").then((file) => file.where),
  user: () => import("./user.ts").then((file) => file.user),
  agent: () => import("./agent.ts").then((file) => file.agent),
  workspace: () => import("./workspace.ts").then((file) => file.workspace),
  team: () => import("./team.ts").then((file) => file.team),
  sync: () => import("./sync.ts").then((file) => file.syncMachines),
  share: () => import("./share.ts").then((file) => file.share),
  move: () => import("./move.ts").then((file) => file.move),
  config: () => import("./config.ts").then((file) => file.config),
  tour: () => import("./tour.ts").then((file) => file.tour),
  help: () => import("./help.ts").then((file) => file.help),
  completion: () => import("./completion.ts").then((file) => file.completion),
} as const;

/** By name, else by alias (which has to look into all of them). */
export async function findOperation(
  name: string,
  surface: Surface,
  from: OperationRegistry = operationRegistry,
): Promise<Operation | undefined> {
  const named = Object.hasOwn(from, name) ? await from[name]?.() : undefined;
  if (named !== undefined) return named.surfaces.includes(surface) ? named : undefined;
  return (await operationsOn(surface, from)).find((op) => op.aliases.includes(name));
}

/** Those a reader is told of. */
export async function operationsOn(
  surface: Surface,
  from: OperationRegistry = operationRegistry,
): Promise<Operation[]> {
  return (await allOperations(from)).filter((op) => op.surfaces.includes(surface) && !isUnlisted(op, surface));
}

function isUnlisted({ unlisted }: Operation, surface: Surface): boolean {
  return unlisted === true || unlisted === surface;
}

export function allOperations(from: OperationRegistry = operationRegistry): Promise<Operation[]> {
  return Promise.all(Object.values(from).map((load) => load()));
}

/** Commands of the plugin that have another name here. */
const COMMANDS: Readonly<Record<string, string>> = Object.assign(Object.create(null), {
  memory: "status, start, stop, disable or rebuild (each is an operation of its own: cairn start)",
  save: "remember",
  search: "recall",
  index: "list",
});

/** Says which one was probably meant. */
export function unknownOperation(name: string, all: readonly Operation[]): CairnError {
  const names = all.flatMap((op) => [op.name, ...op.aliases]);
  const meant = COMMANDS[name] ?? nearest(name, names);
  const hint =
    meant === undefined ? "cairn help lists what there is." : `Did you mean ${meant}? cairn help lists all there is.`;
  return new CairnError("INPUT_ERROR", `There is no operation called ${name}.`, { hint });
}
