/** What an import did, or would do, in one value: counts, the reasons for the rest, and never a secret. Pure. */

import { oneLine } from "../guard/one-line.ts";
import { redact } from "../guard/redact.ts";
import { z } from "../model/schema.ts";
import type { Root } from "../model/scope.ts";
import { KindField, ScopeField } from "../recall/memory-output.ts";
import type { LeftOut } from "./layout.ts";
import type { PlacedRecord } from "./place.ts";

const MOST_NAMED = 1_000;
/** It may quote a value of the source, however long. */
const LONGEST_WHAT = 300;

export const BroughtIn = z.object({
  layout: z.string(),
  source: z.string(),
  dry_run: z.boolean(),
  created: z.number(),
  updated: z.number(),
  unchanged: z.number(),
  /** What became no memory, and why. */
  skipped: z.array(z.object({ path: z.string(), reason: z.string(), line: z.number().optional() })),
  /** Memories out of which a secret was taken. */
  redacted: z.number(),
  secrets: z.array(z.object({ path: z.string(), classes: z.array(z.string()) })),
  /** What stays behind of memories that came. */
  lossy: z.array(z.object({ path: z.string(), what: z.string() })),
  /** Settings of the other tool that are others here, by their names here; none is taken over by itself. */
  settings: z.record(z.string(), z.unknown()),
  /** The first of those that were created or updated. */
  memories: z.array(
    z.object({
      action: z.enum(["created", "updated"]),
      id: z.string(),
      kind: KindField,
      scope: ScopeField,
      /** With scope agent: whose. */
      agent: z.string().optional(),
      title: z.string(),
      from: z.string(),
    }),
  ),
});
export type BroughtIn = z.infer<typeof BroughtIn>;

export class BroughtReport {
  readonly #report: BroughtIn;

  constructor(layout: string, source: string, isDry: boolean) {
    const none = { created: 0, updated: 0, unchanged: 0, redacted: 0 };
    const empty = { skipped: [], secrets: [], lossy: [], settings: {}, memories: [] };
    this.#report = { layout, source, dry_run: isDry, ...none, ...empty };
  }

  get counted(): number {
    return this.#report.created + this.#report.updated;
  }

  skip({ path, reason, line }: LeftOut): void {
    const told = { path: redact(path).text, reason: redact(reason).text };
    this.#report.skipped.push(line === undefined ? told : { ...told, line });
  }

  lose(path: string, what: string): void {
    this.#report.lossy.push({ path: redact(path).text, what: oneLine(redact(what).text, LONGEST_WHAT) });
  }

  setting(key: string, value: unknown): void {
    this.#report.settings[key] = value;
  }

  /** It lies where Cairn looks already. */
  inPlace(): void {
    this.#report.unchanged++;
  }

  count(action: "created" | "updated" | "unchanged"): void {
    this.#report[action]++;
  }

  hide(path: string, classes: readonly string[]): void {
    this.#report.redacted++;
    this.#report.secrets.push({ path, classes: [...classes] });
  }

  place({ record, placed, secrets, lossy }: PlacedRecord, { scope, agent }: Root): void {
    if (placed.action === "skipped") return this.skip({ path: record.from, reason: placed.reason });
    this.count(placed.action);
    if (secrets.length > 0) this.hide(record.from, secrets);
    for (const what of lossy) this.lose(record.from, what);
    if (placed.action === "unchanged") return;
    const { action, id } = placed;
    const { kind, title } = record.memory;
    const whose = agent === undefined ? {} : { agent };
    this.name({ action, id, kind, scope, ...whose, title, from: record.from });
  }

  /** Among the first of those that came. */
  name(memory: BroughtIn["memories"][number]): void {
    if (this.#report.memories.length >= MOST_NAMED) return;
    this.#report.memories.push({ ...memory, title: redact(memory.title).text });
  }

  told(): BroughtIn {
    return this.#report;
  }
}
