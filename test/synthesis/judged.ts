/** A master held against what is true of its project, by rule: every broken rule is one line. */

import { sectionsOf } from "../../src/format/sections.ts";
import type { Truth } from "./made-project.ts";

export function faultsIn(file: string, { current, reversed, named, gone }: Truth, maxBytes: number): string[] {
  const parts = new Map(sectionsOf(file).map(({ heading, text }) => [heading, text]));
  const part = (heading: string) => parts.get(heading) ?? "";
  const others = ["Current Status", "Key Decisions", "Learnings & Discoveries", "Active Questions"]
    .map(part)
    .join("\n");
  const lines = part("Learnings & Discoveries").split("\n");
  const size = Buffer.byteLength(file);
  return [
    ...[...current.values()].flatMap((text) => {
      const times = part("Key Decisions").split(text).length - 1;
      return times === 1 ? [] : [`${text}: ${times} times under Key Decisions`];
    }),
    ...[...reversed]
      .filter((text) => ![...current.values()].includes(text))
      .flatMap((text) => [
        ...(others.includes(text) ? [`${text}: reversed, and not only in how it changed`] : []),
        ...(part("Evolution & Changes").includes(text) ? [] : [`${text}: reversed, and not told`]),
      ]),
    ...[...named].flatMap(([text, path]) => {
      const line = lines.find((one) => one.includes(text));
      if (line === undefined) return [];
      return line.includes(`drifted: ${path}`) === gone.has(path)
        ? []
        : [`${line}: ${gone.has(path) ? "not " : ""}marked`];
    }),
    ...(size > maxBytes ? [`${size} bytes`] : []),
    ...(file.includes("…\n…") ? ["cut"] : []),
  ];
}
