/** A tree that must not be read or written: it knows whether it was, and its words are known when they turn up. */

import { lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export const CANARY = "canary-7f3a91-sings";

export class Canary {
  readonly folder: string;
  readonly #before: string;

  constructor(folder: string) {
    this.folder = folder;
    for (const path of ["secret.md", "project/secret.md", "decisions/secret.md", "deep/er/secret.md"]) {
      const place = join(folder, path);
      mkdirSync(join(place, ".."), { recursive: true });
      writeFileSync(
        place,
        `---\nname: secret\ndescription: ${CANARY}\n---\n# ${CANARY}\n\n${CANARY} ${path}\n- [x](project/doomed.md)\n`,
      );
    }
    this.#before = this.#picture();
  }

  get secret(): string {
    return join(this.folder, "secret.md");
  }

  /** What differs from how it was made: contents, names, times, modes, how many names a file has. */
  changes(): string[] {
    const [before, now] = [this.#before.split("\n"), this.#picture().split("\n")];
    return [...now.filter((line) => !before.includes(line)), ...before.filter((line) => !now.includes(line))];
  }

  #picture(): string {
    const paths = ["", ...(readdirSync(this.folder, { recursive: true }) as string[])].sort();
    return paths.map((path) => lineOf(join(this.folder, path))).join("\n");
  }
}

function lineOf(path: string): string {
  const stat = lstatSync(path, { bigint: true });
  const words = stat.isFile() ? readFileSync(path, "utf8").replaceAll("\n", "\\n") : "";
  return [path, stat.mode, stat.ino, stat.mtimeNs, stat.size, words].join(" ");
}
