/**
 * A disk as a power cut finds it. Names and bytes are safe once synced; of the rest any part may be there: each change of
 * a folder or not, in any combination (`choices.ts`), and of unsynced bytes what `torn-texts.ts` says.
 */

import { basename, dirname } from "node:path";
import type { Attempt } from "../../src/disk/faults.ts";
import { defined } from "../../src/model/defined.ts";
import { choicesOf } from "./choices.ts";
import { mixed, textsOf, type Write, written } from "./torn-texts.ts";
import type { Leaf, Tree } from "./world.ts";

class File {
  readonly mode: number;
  /** What the disk has for certain, and what everybody reads. */
  safe: Buffer;
  now: Buffer;
  /** Since the last sync. */
  pending: Write[] = [];
  /** Ranges that a failed sync took for written: no later sync puts them out, unless they are written again. */
  lost: Write[] = [];

  constructor(mode: number, bytes: Buffer = Buffer.alloc(0)) {
    this.mode = mode;
    this.safe = bytes;
    this.now = bytes;
  }
}

class Folder {
  readonly mode: number;
  readonly safe = new Map<string, Node>();
  readonly now = new Map<string, Node>();

  constructor(mode: number) {
    this.mode = mode;
  }
}

type Node = File | Folder;

/** One change of one folder: what the names then stand for. */
interface Change {
  readonly folder: Folder;
  readonly names: readonly (readonly [string, Node | undefined])[];
  /** Cannot be on the disk without this one: a name leaves its folder only when it is in the other. */
  readonly needs?: Change;
  /** Locks and owner files: of no interest each by itself. */
  readonly isLock: boolean;
}

export type Traced = Omit<Attempt, "n">;

const LOCK = /^(?:lock|waiting|(?:owner|claim|new)\..*)$/;

export class Disk {
  readonly #base: string;
  readonly #root = new Folder(0o700);
  readonly #open = new Map<number, Node>();
  #pending: Change[] = [];

  /** `tree` is on the disk for certain. */
  constructor(base: string, tree: Tree) {
    this.#base = base;
    const files = new Map<unknown, File>();
    for (const [path, leaf] of tree) {
      const node =
        leaf.kind === "folder" ? new Folder(leaf.mode) : (files.get(leaf.file) ?? new File(leaf.mode, leaf.file.bytes));
      if (leaf.kind === "file") files.set(leaf.file, node as File);
      const folder = this.#at(dirname(path)) as Folder;
      folder.safe.set(basename(path), node);
      folder.now.set(basename(path), node);
    }
  }

  /** A call that was made and came back well. False if it changed nothing that could be lost or kept. */
  take(traced: Traced): boolean {
    const path = this.#inside(traced.path);
    if (path === undefined) return false;
    switch (traced.call) {
      case "open":
        return traced.mode === "create" || traced.mode === "append" ? this.#create(path) : false;
      case "makeFolder":
        return this.#change(path, new Folder(0o700));
      case "link":
        return this.#change(this.#inside(traced.to) ?? "", this.#at(path));
      case "unlink":
        return this.#change(path, undefined);
      case "rename":
        return this.#rename(path, this.#inside(traced.to) ?? "");
      case "write":
      case "truncate":
        return this.#write(traced, path);
      case "sync":
      case "syncData":
        return this.#sync(this.#opened(traced, path));
      case "close":
        this.#open.delete(traced.fd as number);
        return false;
      default:
        this.#opened(traced, path);
        return false;
    }
  }

  /** A process is gone, and its descriptors with it: their numbers come again. */
  endProcess(): void {
    this.#open.clear();
  }

  /** A sync of a file that failed: whoever reads still sees what was written, and the disk never gets it. */
  lose(traced: Traced): void {
    const path = this.#inside(traced.path);
    const node = path === undefined ? undefined : this.#opened(traced, path);
    if (!(node instanceof File)) return;
    node.lost.push(...node.pending);
    node.pending = [];
  }

  /** What everybody reads. */
  now(): Tree {
    return treeOf(
      this.#root,
      (folder) => folder.now,
      (file) => file.now,
    );
  }

  /** The same disk after a power cut now, in `limit` of the ways that is possible; always the same ones for one `pick`. */
  *afterPowerCut(limit: number, pick: (below: number) => number): Generator<Tree> {
    const files = [...this.#files()].filter((file) => file.pending.length > 0);
    const texts = new Map(files.map((file) => [file, mixed(textsOf(file), pick)]));
    const units = this.#units();
    const choices = choicesOf(
      units.length,
      [...texts.values()].map((list) => list.length),
      limit,
      pick,
    );
    for (const { present, chosen } of choices) {
      const kept = new Set(units.filter((_, n) => present[n]).flat());
      const bytes = new Map(files.map((file, n) => [file, texts.get(file)?.[chosen[n] as number] as Buffer]));
      yield this.#treeWith(kept, bytes);
    }
  }

  #treeWith(kept: ReadonlySet<Change>, bytes: ReadonlyMap<File, Buffer>): Tree {
    const names = new Map<Folder, Map<string, Node>>();
    const entries = (folder: Folder) => names.get(folder) ?? folder.safe;
    for (const change of this.#pending) {
      if (
        !kept.has(change) ||
        (change.needs !== undefined && this.#pending.includes(change.needs) && !kept.has(change.needs))
      )
        continue;
      const map = new Map(entries(change.folder));
      for (const [name, node] of change.names) {
        if (node === undefined) map.delete(name);
        else map.set(name, node);
      }
      names.set(change.folder, map);
    }
    return treeOf(this.#root, entries, (file) => bytes.get(file) ?? file.safe);
  }

  /** Changes that come or stay away by themselves. */
  #units(): Change[][] {
    const locks = this.#pending.filter(({ isLock }) => isLock);
    const others = this.#pending.filter(({ isLock }) => !isLock).map((change) => [change]);
    return locks.length === 0 ? others : [...others, locks];
  }

  #create(path: string): boolean {
    if (this.#at(path) !== undefined) return false;
    return this.#change(path, new File(0o600));
  }

  #change(path: string, node: Node | undefined, needs?: Change): boolean {
    const folder = this.#at(dirname(path)) as Folder;
    const name = basename(path);
    if (node === undefined) folder.now.delete(name);
    else folder.now.set(name, node);
    this.#pending.push({
      folder,
      names: [[name, node]],
      isLock: LOCK.test(name),
      ...defined({ needs }),
    });
    return true;
  }

  #rename(from: string, to: string): boolean {
    const node = this.#at(from) as Node;
    if (dirname(from) !== dirname(to)) {
      this.#change(to, node);
      return this.#change(from, undefined, this.#pending.at(-1));
    }
    const folder = this.#at(dirname(from)) as Folder;
    folder.now.delete(basename(from));
    folder.now.set(basename(to), node);
    const names = [[basename(from), undefined] as const, [basename(to), node] as const];
    this.#pending.push({ folder, names, isLock: LOCK.test(basename(to)) });
    return true;
  }

  #write(traced: Traced, path: string): boolean {
    const file = this.#opened(traced, path) as File;
    const { bytes } = traced;
    const write: Write =
      bytes === undefined
        ? { offset: traced.size as number }
        : { offset: traced.offset ?? file.now.length, bytes: Buffer.from(bytes) };
    file.pending.push(write);
    file.now = written(file.now, write);
    return true;
  }

  #sync(node: Node | undefined): boolean {
    if (node instanceof File) {
      node.safe = node.lost.length === 0 ? node.now : node.pending.reduce(written, node.safe);
      node.pending = [];
      return true;
    }
    for (const change of this.#pending) if (change.folder === node) this.#settle(change);
    return true;
  }

  #settle(change: Change): void {
    if (!this.#pending.includes(change)) return;
    if (change.needs !== undefined) this.#settle(change.needs);
    for (const [name, node] of change.names) {
      if (node === undefined) change.folder.safe.delete(name);
      else change.folder.safe.set(name, node);
    }
    this.#pending = this.#pending.filter((other) => other !== change);
  }

  /** A descriptor stands for what its path meant when it was first used; it is closed before its number returns. */
  #opened({ fd }: Traced, path: string): Node | undefined {
    const node = fd === undefined ? undefined : (this.#open.get(fd) ?? this.#at(path));
    if (fd !== undefined && node !== undefined) this.#open.set(fd, node);
    return node;
  }

  *#files(folder = this.#root, seen = new Set<Node>()): Generator<File> {
    for (const node of [...folder.safe.values(), ...folder.now.values()]) {
      if (seen.has(node)) continue;
      seen.add(node);
      if (node instanceof File) yield node;
      else yield* this.#files(node, seen);
    }
  }

  #at(path: string): Node | undefined {
    if (path === "." || path === "") return this.#root;
    const parent = this.#at(dirname(path));
    return parent instanceof Folder ? parent.now.get(basename(path)) : undefined;
  }

  #inside(path: string | undefined): string | undefined {
    return path?.startsWith(`${this.#base}/`) ? path.slice(this.#base.length + 1) : undefined;
  }
}

function treeOf(
  root: Folder,
  entries: (folder: Folder) => ReadonlyMap<string, Node>,
  bytes: (file: File) => Buffer,
): Tree {
  const tree = new Map<string, Leaf>();
  const files = new Map<File, { bytes: Buffer }>();
  const walk = (folder: Folder, prefix: string): void => {
    for (const [name, node] of [...entries(folder)].sort(([a], [b]) => (a < b ? -1 : 1))) {
      if (node instanceof Folder) {
        tree.set(prefix + name, { kind: "folder", mode: node.mode });
        walk(node, `${prefix}${name}/`);
      } else {
        const file = files.get(node) ?? { bytes: bytes(node) };
        files.set(node, file);
        tree.set(prefix + name, { kind: "file", mode: node.mode, file });
      }
    }
  };
  walk(root, "");
  return tree;
}
