/** Who made a temporary file, told by its name alone, so that what a killed process left can be taken away at once. */

import { sha256Of } from "../model/sha256.ts";
import { type Judgement, judgeOwner, type Owner, selfAs } from "./owner.ts";
import { type ProcessSighting, sightingOf } from "./process.ts";
import { token } from "./random.ts";

const FORM = /^\.cairn-([0-9a-f]*)-([0-9a-f]*)-([0-9a-f]*)-(\d+)-([0-9a-f]*)-[a-z0-9]{12}\.tmp$/;

/** Never alike, and says which process made it: host, boot, namespace and start as short hashes, and the pid. */
export function makerToken(): string {
  const { host, boot, namespace, pid, start } = shortened(selfAs(""));
  return [host, boot, namespace, pid, start, token()].join("-");
}

/** Whether the maker of a temporary file can still be writing it. `unknown` where the name does not say. */
export function judgeMaker(tempName: string): Judgement {
  const [, host, boot = "", namespace = "", pid = "", start = ""] = FORM.exec(tempName) ?? [];
  if (host === undefined) return "unknown";
  const self = selfAs("");
  if (self.namespace === "?") return "unknown";
  return judgeOwner({ host, boot, namespace, pid: Number(pid), start, token: "" }, shortened(self), sightingInShort);
}

function shortened({ host, boot, namespace, pid, start, token }: Owner): Owner {
  return { host: short(host), boot: short(boot), namespace: short(namespace), pid, start: short(start), token };
}

function sightingInShort(pid: number): ProcessSighting {
  const seen = sightingOf(pid, 0);
  return seen === "gone" || seen.start === undefined ? seen : { start: short(seen.start) };
}

function short(text: string): string {
  return text === "" ? "" : sha256Of(text).slice(0, 6);
}
