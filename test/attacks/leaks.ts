/** Made-up secrets as they are pushed through Cairn, and the search for what is left of them in bytes. */

import { lstatSync, readFileSync, readlinkSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { contexts } from "../secrets/contexts.ts";
import { type FakeSecret, generateSecret, secretClasses } from "../secrets/generators.ts";
import { rngFrom } from "../secrets/rng.ts";
import { everythingIn } from "../support/bytes.ts";
import { program } from "../support/program.ts";

/** A secret of one class, written down as one place would have it. */
export interface Bait {
  readonly class: string;
  readonly context: string;
  readonly text: string;
  readonly fake: FakeSecret;
}

/** Every class in the contexts named by `choose`, each secret made once. */
export function baits(seed: number, choose: (n: number, all: readonly string[]) => readonly string[]): Bait[] {
  const places = Object.keys(contexts);
  return secretClasses.flatMap((name, n) =>
    choose(n, places).map((context, m) => {
      const rng = rngFrom(seed + n * 31 + m * 7);
      const fake = generateSecret(name, rng);
      return { class: name, context, text: contexts[context]!(fake, rng), fake };
    }),
  );
}

const WINDOW = 16;

/** Sixteen characters in a row of any of these secrets, as written or as a URL would write them, make a leak. */
export class Bloodhound {
  readonly #windows = new Map<string, string>();
  /** Shorter than a window: looked for whole. */
  readonly #short = new Map<string, string>();

  constructor(scent: readonly Bait[]) {
    for (const { fake, class: name, context } of scent) {
      for (const line of fake.secret.split(/\n|\\n/)) this.#learn(line, `${name} in ${context}`);
    }
  }

  /** What of them stands in this text. */
  inText(text: string): string[] {
    const found = new Set<string>();
    for (let at = 0; at + WINDOW <= text.length; at++) {
      const window = text.slice(at, at + WINDOW);
      const owner = this.#windows.get(window);
      if (owner !== undefined && !ownWords().includes(window)) found.add(owner);
    }
    for (const [short, owner] of this.#short) if (text.includes(short)) found.add(owner);
    return [...found];
  }

  /** What of them stands below a folder, in names, link targets and contents. */
  inFolder(folder: string, except: (path: string) => boolean = () => false): string[] {
    return everythingIn(folder)
      .filter((path) => !except(path))
      .flatMap((path) => this.inText(`${relative(folder, path)}\n${wordsAt(path)}`).map((what) => `${path}: ${what}`));
  }

  #learn(line: string, owner: string): void {
    for (const form of new Set([line, encodeURIComponent(line)])) {
      if (form.length < 8) continue;
      if (form.length < WINDOW) this.#short.set(form, owner);
      for (let at = 0; at + WINDOW <= form.length; at += 4) this.#windows.set(form.slice(at, at + WINDOW), owner);
    }
  }
}

let bundles: string | undefined;

/** The program's own text, which is also in its code cache: it names how some tokens begin. */
function ownWords(): string {
  const folder = dirname(program());
  bundles ??= [
    "cli.cjs",
    "plugin/hook.cjs",
    "plugin/recall.cjs",
    "plugin/prompt.cjs",
    "plugin/rest.cjs",
    "plugin/plain-list.cjs",
    "plugin/plain-prompt.cjs",
    "plugin/plain-tool.cjs",
    "plugin/plain-recall.cjs",
  ]
    .map((name) => readFileSync(join(folder, name), "latin1"))
    .join("\n");
  return bundles;
}

function wordsAt(path: string): string {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat?.isSymbolicLink()) return readlinkSync(path);
  return stat?.isFile() ? readFileSync(path, "latin1") : "";
}
