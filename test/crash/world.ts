/** A home and a project in a temporary folder, and every byte of it as a value that can be put back. */

import {
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** What stands at a path below the world. Names of one `file` are hard links to each other. */
export type Leaf =
  | { readonly kind: "folder"; readonly mode: number }
  | { readonly kind: "file"; readonly mode: number; readonly file: FileBytes };

export interface FileBytes {
  readonly bytes: Buffer;
}

/** By relative path, a folder before what is in it. */
export type Tree = ReadonlyMap<string, Leaf>;

/** Owner files and locks are smaller. */
const SMALL = 300;
const MEMORY_DISK = "/dev/shm";

export class World {
  readonly base: string;
  /** Which start of the machine the processes in it live in. */
  boot = "first";

  /** A new one, or the one another process made. */
  constructor(base?: string) {
    this.base = base ?? realpathSync(mkdtempSync(join(isFolder(MEMORY_DISK) ? MEMORY_DISK : tmpdir(), "cairn-crash-")));
  }

  at(...parts: string[]): string {
    return join(this.base, ...parts);
  }

  get home(): string {
    return this.at("home");
  }

  get env(): Readonly<Record<string, string | undefined>> {
    return { HOME: this.home, PATH: process.env["PATH"] };
  }

  has(...parts: string[]): boolean {
    return lstatSync(this.at(...parts), { throwIfNoEntry: false }) !== undefined;
  }

  tree(): Tree {
    const tree = new Map<string, Leaf>();
    collect(this.base, "", tree, new Map());
    return tree;
  }

  /** Makes the world exactly this. `aged`: the machine came up again since, and what was torn then is not being written. */
  become(tree: Tree, { aged = false } = {}): void {
    this.boot = aged ? "second" : "first";
    const past = new Date(Date.now() - 60_000);
    for (const name of readdirSync(this.base)) rmSync(this.at(name), { recursive: true, force: true });
    const first = new Map<FileBytes, string>();
    for (const [path, leaf] of tree) {
      const place = this.at(path);
      if (leaf.kind === "folder") mkdirSync(place, leaf.mode);
      else if (first.has(leaf.file)) linkSync(first.get(leaf.file) as string, place);
      else {
        writeFileSync(place, leaf.file.bytes, { mode: leaf.mode });
        first.set(leaf.file, place);
        if (aged && leaf.file.bytes.length < SMALL) utimesSync(place, past, past);
      }
    }
    // Folders that were used before, whatever the clock's tick: otherwise some calls are made on some days only.
    for (const [path, leaf] of tree) if (leaf.kind === "folder") utimesSync(this.at(path), past, past);
  }

  remove(): void {
    rmSync(this.base, { recursive: true, force: true });
  }
}

function collect(base: string, folder: string, tree: Map<string, Leaf>, files: Map<bigint, FileBytes>): void {
  for (const name of readdirSync(join(base, folder)).sort()) {
    const path = folder === "" ? name : `${folder}/${name}`;
    const stat = lstatSync(join(base, path), { bigint: true });
    const mode = Number(stat.mode) & 0o777;
    if (stat.isDirectory()) {
      tree.set(path, { kind: "folder", mode });
      collect(base, path, tree, files);
    } else {
      const file = files.get(stat.ino) ?? { bytes: readFileSync(join(base, path)) };
      files.set(stat.ino, file);
      tree.set(path, { kind: "file", mode, file });
    }
  }
}

function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
