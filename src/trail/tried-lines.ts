/** Lines of a moment that was tried out, added to a trail when it is known that they are all it changes. */

import { bestEffort, closing, openAt } from "../disk/files.ts";
import { lineIn, type TrailLine } from "./step.ts";

/**
 * `from`: the size of the trail before the moment looked at it. Where it has grown since, somebody may have gone off the record, or
 * ended the session: then nothing is added, and the moment is still to be answered. What must happen once is noted first, line by
 * line, as it would have been: "late" where another process was quicker all the same. The rest is one write; once it
 * was said that this is the one, the moment is answered whatever becomes of it.
 */
export function addTried(path: string, lines: readonly string[], from: number): "added" | "late" | "overtaken" {
  return closing(openAt(path, "append"), (file) => {
    const { size } = file.stat();
    if (size !== from) return "overtaken";
    let half = file.endsHalf(size) ? "\n" : "";
    const write = (texts: readonly string[]) => {
      file.write(Buffer.from(`${half}${texts.map((text) => `${text}\n`).join("")}`));
      half = "";
    };
    let next = 0;
    for (; lineOf(lines, next)?.is === "once"; next++) {
      write(lines.slice(next, next + 1));
      if (isFirst(lineOf(lines, next) as Once, linesFrom(file.read(from, file.stat().size - from)))) continue;
      write(lines.slice(-1)); // that the moment ran
      return "late";
    }
    const rest = () => write(lines.slice(next));
    if (next > 0) bestEffort(rest);
    else rest();
    return "added";
  });
}

type Once = Extract<TrailLine, { is: "once" }>;

function lineOf(lines: readonly string[], n: number): TrailLine | undefined {
  const text = lines[n];
  return text === undefined ? undefined : lineIn(text);
}

function linesFrom(bytes: Buffer): TrailLine[] {
  return bytes
    .toString("utf8")
    .split("\n")
    .map(lineIn)
    .filter((line) => line !== undefined);
}

function isFirst({ key, by }: Once, added: readonly TrailLine[]): boolean {
  const first = added.find((line): line is Once => line.is === "once" && line.key === key);
  return first === undefined || first.by === by;
}
