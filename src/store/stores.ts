/** The roots in reach, nearest first, and which of them an address means. */

import { permissionOn } from "../disk/files.ts";
import { CairnError } from "../model/error.ts";
import type { Address } from "../model/id.ts";
import type { Memory, MemoryId, Problem } from "../model/memory.ts";
import { type Scope, scopes } from "../model/scope.ts";
import { mayTakePlace } from "../model/trust.ts";
import { type Head, memoryOf } from "./known-memories.ts";
import { type HeadChoice, isFaceChosen } from "./memory-file.ts";
import type { Store } from "./store.ts";

/** A memory, the store it is in, and the other scopes in which a bare id means another one. */
export interface Reached {
  readonly memory: Memory;
  readonly store: Store;
  readonly also: readonly string[];
}

/** A scope, and what keeps its root from being opened. */
interface Refused {
  readonly scope?: Scope;
  readonly message: string;
  /** It may not be looked at; otherwise something stands there that is not followed. */
  readonly isClosed?: boolean;
}

export class Stores {
  readonly #stores: ReadonlyMap<Scope, Store>;
  /** Roots of other living clones of the project: read, never written. */
  readonly #clones: readonly Store[];
  /** Why a scope that should be here is out of reach. */
  readonly #refused: readonly Refused[];
  readonly #isInGit: boolean;

  constructor(
    stores: ReadonlyMap<Scope, Store>,
    clones: readonly Store[],
    refused: readonly Refused[] = [],
    isInGit = true,
  ) {
    this.#stores = stores;
    this.#clones = clones;
    this.#refused = refused;
    this.#isInGit = isInGit;
  }

  of(scope: Scope): Store {
    const store = this.#stores.get(scope);
    if (store !== undefined) return store;
    const refused = this.#refused.find((note) => note.scope === scope);
    if (refused !== undefined) throw outOfReach(refused);
    if (scope === "team" && !this.#isInGit) throw noRepository();
    throw scope === "team"
      ? new CairnError("INPUT_ERROR", "Team memory is off.", {
          field: "scope",
          hint: "Set this clone up: cairn team setup. It shows what it does first.",
        })
      : new CairnError("INPUT_ERROR", "Which agent?", {
          field: "agent",
          hint: "Give it as squad/name: --agent squad/name.",
        });
  }

  has(scope: Scope): boolean {
    return this.#stores.has(scope);
  }

  /** Nearest first; each real folder once, other clones after the project itself. */
  all(): Store[] {
    const own = scopes.flatMap((scope) => this.#stores.get(scope) ?? []);
    const distinct = own.filter((store, n) => own.findIndex((other) => other.root.key === store.root.key) === n);
    return distinct.flatMap((store) => (store.root.scope === "project" ? [store, ...this.#clones] : [store]));
  }

  /** The same without other clones: what is ours to change. */
  own(): Store[] {
    return this.all().filter((store) => !this.isClone(store));
  }

  isClone(store: Store): boolean {
    return this.#clones.includes(store);
  }

  look(): void {
    for (const store of this.all()) store.look();
  }

  /** How many drafts wait for a decision here. No draft is read. */
  draftsWaiting(): number {
    return this.own().reduce((sum, { inbox }) => sum + inbox.keys().length, 0);
  }

  glance(): void {
    for (const store of this.all()) store.glance();
  }

  /** For who tells of these alone: each is compared with its file. True where one is not as it was known any more. */
  compare(memories: readonly Memory[]): boolean {
    const isChanged = ({ root, catalog }: Store) =>
      catalog.compare(memories.filter(({ scope }) => scope === root.scope).map(({ path }) => path));
    return this.all().map(isChanged).includes(true);
  }

  memories(among: readonly Scope[] = scopes): Memory[] {
    return this.heads(among).map(memoryOf);
  }

  /** A memory may be superseded from another scope: then that counts here, where both are in reach. */
  heads(among: readonly Scope[] = scopes): Head[] {
    for (const store of this.all()) store.lookClosely();
    return this.headsSeen(among);
  }

  /** The same as far as the last look or glance saw, and only those of the choice. */
  headsSeen(among: readonly Scope[] = scopes, choice?: HeadChoice): Head[] {
    const all = this.all().flatMap((store) => store.heads(choice));
    const successors = new Map(all.flatMap((head) => this.#supersededElsewhere(head)));
    const marked = (head: Head): Head => {
      const supersededBy = head.supersededBy ?? successors.get(`${head.scope}:${head.id}`);
      return supersededBy === head.supersededBy ? head : { ...head, supersededBy };
    };
    const chosen = all.filter(
      ({ scope, face }) => among.includes(scope) && (choice === undefined || isFaceChosen(face, choice)),
    );
    return successors.size === 0 ? chosen : chosen.map(marked);
  }

  /** Paths of a scope other than the project's are told apart by a prefix. */
  problems(): (Problem & { scope: Scope })[] {
    return this.all().flatMap((store) => store.problems().map((problem) => ({ ...problem, scope: store.root.scope })));
  }

  /** For reading: the nearest one, and what else the id means. */
  reach(address: Address): Reached {
    const found = this.#finding(address.scope, address.id);
    const [first, ...rest] = found;
    if (first === undefined) throw this.#missing(address);
    const memory = this.#withSuccessor(first.store.read(first.memory.id) ?? first.memory);
    return { memory, store: first.store, also: rest.map(({ memory: other }) => `${other.scope}:${other.id}`) };
  }

  /** For writing: exactly one, or it is ambiguous. */
  reachOne(address: Address): Reached {
    const found = this.#finding(address.scope, address.id).filter(({ store }) => !this.isClone(store));
    if (found.length === 0 && this.#finding(address.scope, address.id).length > 0) {
      throw new CairnError("UPDATE_ERROR", `${address.id} belongs to another clone of this project.`, {
        field: "id",
        hint: "Change it from that clone; where shows its folder.",
      });
    }
    if (found.length > 1) throw ambiguous(address.id, found);
    const [only] = found;
    if (only === undefined) throw this.#missing(address);
    return this.reach({ scope: only.store.root.scope, id: address.id });
  }

  /** It may be in the root that is out of reach. */
  #missing({ scope, id }: Address): CairnError {
    const refused = this.#refused.find(({ isClosed }) => isClosed);
    return refused === undefined
      ? new CairnError("NOT_FOUND", `No memory is called ${scope === undefined ? id : `${scope}:${id}`}.`, {
          field: "id",
          hint: "list shows the ids there are, history shows what was removed; restore brings a removed one back, unless it was taken out for good.",
        })
      : outOfReach(refused);
  }

  /** As `heads` has it: superseded from another root counts too. */
  #withSuccessor(memory: Memory): Memory {
    if (memory.supersededBy !== undefined) return memory;
    const others = this.all().filter(({ root }) => root.scope !== memory.scope);
    const links = others.flatMap((store) => store.heads()).flatMap((head) => this.#supersededElsewhere(head));
    const supersededBy = new Map(links).get(`${memory.scope}:${memory.id}`);
    return supersededBy === undefined ? memory : { ...memory, supersededBy };
  }

  /** The addresses of memories in other roots that this one supersedes, each with this one's own. */
  #supersededElsewhere(head: Head): [string, string][] {
    const { face, outside, scope, id } = head;
    if (face.supersedes.length === 0 || face.status !== "active" || outside) return [];
    return face.supersedes.flatMap((name): [string, string][] => {
      const [, named, bare = ""] = /^(?:([a-z]+):)?(.*)$/.exec(name) ?? [];
      const isOther = ({ root }: Store) => root.scope !== scope && (named === undefined || root.scope === named);
      const other = this.all().find((store) => isOther(store) && isReplaced(store.find(bare as MemoryId), head));
      const isHere = named === undefined && this.#stores.get(scope)?.find(bare as MemoryId) !== undefined;
      return other === undefined || isHere ? [] : [[`${other.root.scope}:${bare}`, `${scope}:${id}`]];
    });
  }

  #finding(scope: Scope | undefined, id: MemoryId): { memory: Memory; store: Store }[] {
    if (scope !== undefined) this.of(scope);
    return this.all()
      .filter((store) => scope === undefined || store.root.scope === scope)
      .flatMap((store) => {
        const memory = store.find(id);
        return memory === undefined ? [] : [{ memory, store }];
      });
  }
}

function ambiguous(id: MemoryId, found: readonly { memory: Memory }[]): CairnError {
  const names = found.map(({ memory }) => `${memory.scope}:${memory.id}`).join(", ");
  return new CairnError("AMBIGUOUS_ID", `${id} means more than one memory: ${names}.`, {
    field: "id",
    hint: "Say which one, with its scope in front.",
  });
}

/** The team's memories travel with the code. */
export function noRepository(): CairnError {
  return new CairnError(
    "INPUT_ERROR",
    "There is no git repository here, and git is what the team shares memories by.",
    { field: "scope", hint: "Go to a clone of the team's repository, or make one: git init." },
  );
}

function outOfReach({ message, isClosed }: Refused): CairnError {
  const hint = isClosed
    ? "Check who owns the folder and whether it may be read."
    : "Put an ordinary folder of the project in its place: Cairn follows no link out of a repository.";
  return new CairnError("ROOT_UNAVAILABLE", message, { field: "scope", hint });
}

/** A folder that may not be looked into is no empty one. */
export function refuseClosed(store: Store): void {
  const closed = store.catalog.problems().find(({ path }) => path === "");
  if (closed === undefined) return;
  const { scope, path } = store.root;
  const message = `The ${scope} memories ${closed.message}.`;
  throw new CairnError("ROOT_UNAVAILABLE", message, { field: "scope", hint: permissionOn(path) });
}

function isReplaced(memory: Memory | undefined, successor: Head): boolean {
  return memory !== undefined && mayTakePlace(memory.trust, memoryOf(successor).trust);
}
