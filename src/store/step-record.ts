/** What goes into the log of one step, and of what another program did: with the texts, and without their secrets. */

import type { OpenFile } from "../disk/files.ts";
import { redact } from "../guard/redact.ts";
import { defined } from "../model/defined.ts";
import type { Kind } from "../model/kind.ts";
import type { MemoryId } from "../model/memory.ts";
import { lowestTrust, type Trust } from "../model/trust.ts";
import type { ChangeContext } from "./change-context.ts";
import type { NewRecord } from "./log.ts";
import { type By, sha256 } from "./record.ts";
import type { Step } from "./write.ts";

interface OutsideText {
  readonly path: string;
  readonly id: MemoryId;
  readonly kind: Kind;
  /** Undefined: the file is gone. */
  readonly bytes: Buffer | undefined;
  readonly at: string;
  readonly trust: Trust;
  /** A session in which it was noticed at once: then it was the model that wrote it. */
  readonly by?: Pick<By, "session">;
  readonly of?: number;
}

/** What another program did, with its secrets taken out. */
export function outsideRecord({ path, id, kind, bytes, at, trust, by, of }: OutsideText): NewRecord {
  const common = {
    op: "outside",
    at,
    id,
    kind,
    path,
    trust,
    by: { surface: "outside", ...defined({ session: by?.session }) },
    ...defined({ of }),
  } as const;
  if (bytes === undefined) return common;
  const { stored, classes } = withoutSecretsIn(bytes);
  const hidden = classes.length === 0 ? {} : { redacted: classes, stored: { after: sha256(stored) } };
  return { ...common, after: sha256(bytes), ...hidden, texts: { after: stored } };
}

export function ownRecord(
  step: Step,
  about: { at: string; by: By; group: string | undefined; temp: string | undefined },
): NewRecord {
  const { op, id, kind, path, trust, said, why, of, base, after, redacted, draft, run } = step;
  const before = base === undefined || op === "append" ? undefined : withoutSecretsIn(base.bytes);
  const hiddenBefore = before !== undefined && before.classes.length > 0 ? { before: sha256(before.stored) } : {};
  const stored = op === "append" ? { after: sha256(after as Buffer) } : hiddenBefore;
  return {
    op,
    at: about.at,
    id,
    kind,
    path,
    trust,
    why,
    by: about.by,
    ...(base === undefined ? {} : { before: base.hash }),
    ...(after === undefined ? {} : { after: hashAfter(step) }),
    ...(Object.keys(stored).length === 0 ? {} : { stored }),
    ...(op === "append" ? { offset: base?.bytes.length ?? 0 } : {}),
    ...defined({ tmp: about.temp, group: about.group, of, draft }),
    ...(said === undefined || said === trust ? {} : { said }),
    ...defined({ run }),
    ...(redacted === undefined || redacted.length === 0 ? {} : { redacted }),
    texts: { ...(before === undefined ? {} : { before: before.stored }), ...defined({ after }) },
  };
}

/** Of the file as the step leaves it. */
export function hashAfter({ op, base, after }: Step): string {
  return sha256(op === "append" ? Buffer.concat([base?.bytes ?? Buffer.alloc(0), after as Buffer]) : (after as Buffer));
}

/** The bytes as they may be kept, and the classes of what was taken out of them. */
export function withoutSecretsIn(bytes: Buffer): { stored: Buffer; classes: string[] } {
  const { text, found } = redact(bytes.toString("utf8"));
  return found.length === 0
    ? { stored: bytes, classes: [] }
    : { stored: Buffer.from(text), classes: [...new Set(found.map((secret) => secret.class))] };
}

/** A hand edit that nobody has recorded yet gets its own place in the history before it is changed. */
export function seenOutside(
  { history, keepsOutside }: ChangeContext,
  { base, path, id, kind }: Step,
  at: string,
): NewRecord[] {
  if (base === undefined || !keepsOutside) return [];
  if (history.vouching(path, base.hash) !== undefined) return [];
  return [
    outsideRecord({ path, id, kind, bytes: base.bytes, at, trust: lowestTrust("imported", history.trustOf(path)) }),
  ];
}

/** Takes out what an append has left of itself, and only that: zeros are what a power cut leaves of it. */
export function cutBack(file: OpenFile, offset: number, added: Buffer): void {
  const left = file.read(offset, added.length + 1);
  const isOurs = left.length <= added.length && left.every((byte, n) => byte === added[n] || byte === 0);
  if (left.length > 0 && isOurs) file.truncate(offset);
}
