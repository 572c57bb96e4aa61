/**
 * Where each key of a memory may stand in the front matter: Cairn's own place first, then Claude Code's, then the names
 * of other layouts. Reading takes the first that says something; an edit changes the key where it stands.
 */

import { type Kind, kindNames, kindRow } from "../model/kind.ts";
import type { KeyPath } from "./tree.ts";

/** The keys of the file in the order they are printed. */
export const topOrder = ["name", "description", "metadata"] as const;
export const metadataOrder = [
  "type",
  "kind",
  "status",
  "created",
  "updated",
  "tags",
  "confidence",
  "trust",
  "source",
  "files",
  "supersedes",
  "superseded_by",
  "aliases",
  "updates",
  "retired",
  "archived",
  "conflict",
] as const;

export const places = {
  name: [["name"], ["id"]],
  title: [["title"], ["metadata", "title"]],
  description: [["description"]],
  type: [["metadata", "type"], ["type"]],
  kind: [["metadata", "kind"], ["kind"], ["category"], ["metadata", "category"]],
  status: [["metadata", "status"], ["status"], ["record_status"], ["metadata", "record_status"]],
  created: [["metadata", "created"], ["created"], ["created_at"], ["metadata", "created_at"]],
  updated: [["metadata", "updated"], ["updated"], ["updated_at"], ["metadata", "updated_at"]],
  /** Claude Code's stamp; the later of it and `updated` counts. */
  modified: [["metadata", "modified"], ["modified"]],
  tags: [["metadata", "tags"], ["tags"]],
  confidence: [["metadata", "confidence"], ["confidence"]],
  trust: [["metadata", "trust"], ["trust"]],
  files: [["metadata", "files"], ["files"], ["related_files"], ["metadata", "related_files"]],
  supersedes: [["metadata", "supersedes"], ["supersedes"]],
  supersededBy: [["metadata", "superseded_by"], ["superseded_by"]],
  aliases: [["metadata", "aliases"], ["aliases"]],
  /** Parts of which a merge kept several versions. */
  conflict: [["metadata", "conflict"]],
  updates: [["metadata", "updates"], ["updates"], ["times_updated"], ["metadata", "times_updated"]],
} as const satisfies Record<string, readonly KeyPath[]>;

export const sourcePlaces = {
  client: [["metadata", "source", "client"], ["source", "client"], ["metadata", "source"], ["source"]],
  session: [
    ["metadata", "source", "session"],
    ["source", "session"],
    ["metadata", "originSessionId"],
    ["originSessionId"],
    ["metadata", "session"],
    ["session"],
  ],
  branch: [["metadata", "source", "branch"], ["source", "branch"], ["metadata", "branch"], ["branch"]],
  commit: [
    ["metadata", "source", "commit"],
    ["source", "commit"],
  ],
  project: [
    ["metadata", "source", "project"],
    ["source", "project"],
  ],
  author: [["metadata", "source", "author"]],
} as const satisfies Record<string, readonly KeyPath[]>;

export const lifecyclePlaces = {
  retired: lifecycle("retired"),
  archived: lifecycle("archived"),
} as const;

/** Where the own fields of each kind may stand; the bare names count only where the value is one the field allows. */
export const fieldPlaces: ReadonlyMap<Kind, ReadonlyMap<string, readonly KeyPath[]>> = new Map(
  kindNames.map((kind) => [kind, new Map(Object.keys(kindRow(kind).fields).map((field) => [field, own(kind, field)]))]),
);

function lifecycle(word: string): { readonly at: readonly KeyPath[]; readonly reason: readonly KeyPath[] } {
  const part = (name: string): readonly KeyPath[] => [
    ["metadata", word, name],
    [word, name],
    [`${word}_${name}`],
    ["metadata", `${word}_${name}`],
  ];
  return { at: part("at"), reason: part("reason") };
}

function own(kind: Kind, field: string): readonly KeyPath[] {
  return [["metadata", kind, field], [kind, field], ["content", field], ["metadata", field], [field]];
}
