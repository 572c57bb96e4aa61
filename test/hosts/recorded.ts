/**
 * What the real clients said to hooks, as `test/clients/others/recorded.client.ts` recorded it (CAIRN_RECORD=1 npm run
 * test:clients) and holds every newer run to.
 */

import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export interface Recorded {
  readonly moment: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

export function recordedFile(host: string): string {
  return fileURLToPath(new URL(`./${host}/recorded.jsonl`, import.meta.url));
}

/** None where nothing was recorded of it. */
export function recordedOf(host: string): Recorded[] {
  if (!existsSync(recordedFile(host))) return [];
  return readFileSync(recordedFile(host), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}

export function linesOf(recorded: readonly Recorded[]): string {
  return recorded.map((one) => `${JSON.stringify(one)}\n`).join("");
}

/** The tool a payload is about; empty where it is about none. */
export function toolOf({ tool_name, tool }: Recorded["payload"]): string {
  return String(tool_name ?? tool ?? "");
}

/** Each field of a payload and of its tool's input, with the type of what stands there. */
export function fieldsOf(payload: Recorded["payload"]): string[] {
  return Object.entries(payload)
    .flatMap(([key, value]) => {
      const isInput = ["tool_input", "args"].includes(key) && typeof value === "object" && value !== null;
      return isInput ? Object.keys(value).map((inner) => `${key}.${inner}`) : [`${key}: ${typeof value}`];
    })
    .sort();
}

/** By moment and tool, whatever the order: two that are called at once come as they like. */
export function shapesOf(recorded: readonly Recorded[]): string[] {
  const shapes = recorded.map(({ moment, payload }) => [moment, toolOf(payload), ...fieldsOf(payload)].join(" "));
  return [...new Set(shapes)].sort();
}
