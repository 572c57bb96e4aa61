/** A home and a project in a temporary folder, and every byte of it as a value that can be put back. */

import {
  type BigIntStats,
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

/** What was last seen at a path, and whether its stamp can be relied on: files change twice within one tick of a clock. */
interface Known {
  readonly leaf: Leaf;
  readonly stamp: string;
  readonly isSettled: boolean;
  readonly aged: boolean;
}

const TICK_MS = 30n;

export interface Becoming {
  /** The machine came up again since, and what was torn then is not being written. */
  readonly aged?: boolean;
  /** Every file is made anew, so that nothing a process noted of one before is true of it still. */
  readonly fresh?: boolean;
}

export class World {
  readonly base: string;
  /** Which start of the machine the processes in it live in. */
  boot = "first";
  #known = new Map<string, Known>();

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
    this.#collect("", tree, new Map());
    return tree;
  }

  /** Makes the world exactly this; what is so already stays. */
  become(tree: Tree, { aged = false, fresh = false }: Becoming = {}): void {
    this.boot = aged ? "second" : "first";
    const past = new Date(Date.now() - 60_000);
    const stay = fresh ? new Set<string>() : this.#unchanged(tree, aged);
    this.#clear("", stay);
    const first = new Map<FileBytes, string>();
    for (const [path, leaf] of tree) {
      const place = this.at(path);
      if (stay.has(path)) continue;
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
    this.#note(tree, aged);
  }

  remove(): void {
    rmSync(this.base, { recursive: true, force: true });
  }

  /** Paths where this stands already, untouched. Files of several names are always made anew. */
  #unchanged(tree: Tree, aged: boolean): Set<string> {
    const stay = new Set<string>();
    for (const [path, leaf] of tree) {
      const known = this.#known.get(path);
      const stat = known?.leaf.kind === leaf.kind ? this.#stat(path) : undefined;
      if (known === undefined || stat === undefined || (Number(stat.mode) & 0o777) !== leaf.mode) continue;
      if (leaf.kind === "folder") {
        if (stat.isDirectory()) stay.add(path);
      } else if (known.aged === aged && stat.isFile() && stat.nlink === 1n && this.#holds(path, known, leaf, stat)) {
        stay.add(path);
      }
    }
    return stay;
  }

  #holds(path: string, known: Known, leaf: Leaf, stat: BigIntStats): boolean {
    if (leaf.kind !== "file" || known.leaf.kind !== "file" || stampOf(stat) !== known.stamp) return false;
    if (known.leaf.file !== leaf.file && !known.leaf.file.bytes.equals(leaf.file.bytes)) return false;
    return known.isSettled || readFileSync(this.at(path)).equals(leaf.file.bytes);
  }

  #clear(folder: string, stay: ReadonlySet<string>): void {
    for (const name of readdirSync(this.at(folder))) {
      const path = folder === "" ? name : `${folder}/${name}`;
      if (!stay.has(path)) rmSync(this.at(path), { recursive: true, force: true });
      else if (this.#known.get(path)?.leaf.kind === "folder") this.#clear(path, stay);
    }
  }

  #note(tree: Tree, aged: boolean): void {
    const known = new Map<string, Known>();
    for (const [path, leaf] of tree) {
      const stat = this.#stat(path) as BigIntStats;
      known.set(path, { leaf, stamp: stampOf(stat), isSettled: isSettled(stat), aged });
    }
    this.#known = known;
  }

  #collect(folder: string, tree: Map<string, Leaf>, files: Map<bigint, FileBytes>): void {
    for (const name of readdirSync(this.at(folder)).sort()) {
      const path = folder === "" ? name : `${folder}/${name}`;
      const stat = this.#stat(path) as BigIntStats;
      const mode = Number(stat.mode) & 0o777;
      if (stat.isDirectory()) {
        tree.set(path, { kind: "folder", mode });
        this.#collect(path, tree, files);
      } else {
        const file = files.get(stat.ino) ?? this.#bytesAt(path, stat);
        files.set(stat.ino, file);
        tree.set(path, { kind: "file", mode, file });
      }
    }
  }

  #bytesAt(path: string, stat: BigIntStats): FileBytes {
    const known = this.#known.get(path);
    if (known?.leaf.kind === "file" && known.isSettled && known.stamp === stampOf(stat)) return known.leaf.file;
    const bytes = readFileSync(this.at(path));
    return known?.leaf.kind === "file" && known.leaf.file.bytes.equals(bytes) ? known.leaf.file : { bytes };
  }

  #stat(path: string): BigIntStats | undefined {
    return lstatSync(this.at(path), { bigint: true, throwIfNoEntry: false });
  }
}

function stampOf({ ino, size, mtimeNs, ctimeNs }: BigIntStats): string {
  return `${ino}:${size}:${mtimeNs}:${ctimeNs}`;
}

function isSettled({ ctimeNs }: BigIntStats): boolean {
  return BigInt(Date.now()) - ctimeNs / 1_000_000n > TICK_MS;
}

function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
