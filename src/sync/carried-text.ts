/**
 * A memory as it travels: its very text, and where the file claims to be worth more than it is here, a last line that says
 * what it is worth. What is retired travels without its words. What arrives is read strictly, and worth no more than it was.
 */

import { isUtf8 } from "node:buffer";
import { parseMemory } from "../format/parse.ts";
import { redact } from "../guard/redact.ts";
import { kindRow } from "../model/kind.ts";
import type { Written } from "../model/memory.ts";
import { lowestTrust, type Trust, trusts } from "../model/trust.ts";
import { sha256 } from "../store/record.ts";
import { largestMemory } from "../store/root-folder.ts";
import { RETIRED, type Standing } from "./decide.ts";

export interface CarriedText {
  readonly text: string;
  readonly trust: Trust;
  readonly written: Written;
  readonly standing: Standing;
}

const LAST_LINE = /\n<!-- cairn: worth no more than ([a-z]+) -->\n$/;

export function printCarried(text: string, trust: Trust, claimed: Trust | undefined): Buffer {
  const says = lowestTrust("stated", claimed ?? "imported");
  const isLower = trusts.indexOf(trust) > trusts.indexOf(says);
  return Buffer.from(isLower ? `${text}\n<!-- cairn: worth no more than ${trust} -->\n` : text);
}

/** In words, why it is not taken. */
export function parseCarried(bytes: Buffer, path: string): CarriedText | string {
  if (bytes.length > largestMemory) return `has ${bytes.length} bytes; a memory has at most ${largestMemory}`;
  if (!isUtf8(bytes) || bytes.includes(0)) return "is no text";
  const whole = bytes.toString("utf8");
  const most = LAST_LINE.exec(whole)?.[1];
  const text = most === undefined ? whole : whole.replace(LAST_LINE, "");
  if (/^(?:<{7}|>{7})(?: |$)/m.test(text)) return "holds the markers of a merge nobody finished";
  const { written, problems } = parseMemory(text, path);
  if (problems.length > 0) return `cannot be read as a memory: ${problems[0]?.message}`;
  if (staysOnItsMachine(written)) return `is a ${written.kind}, which stays on its machine`;
  const classes = [...new Set(redact(text).found.map((secret) => secret.class))];
  if (classes.length > 0) return `holds a secret (${classes.join(", ")})`;
  const said = most === undefined ? undefined : (trusts.find((one) => one === most) ?? "untrusted");
  const trust = lowestTrust(written.trust ?? "imported", said);
  const standing = written.status === "retired" ? RETIRED : sha256(Buffer.from(text));
  return { text, trust, written, standing };
}

export function isContested({ conflict }: Written): boolean {
  return (conflict?.length ?? 0) > 0;
}

/** The state of the work and raw material are of one machine. */
export function staysOnItsMachine({ kind }: Pick<Written, "kind">): boolean {
  const { nature } = kindRow(kind);
  return nature === "state" || nature === "raw";
}
