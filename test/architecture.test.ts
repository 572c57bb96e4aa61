/** The layers as a table, and every import held against it. A change that needs a new arrow changes the table too. */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../src", import.meta.url));

const BELOW_CAIRN =
  "model text disk guard format places settings store trail transcripts install hosts views search evidence".split(" ");

/** Each room may import itself and the rooms named, all of which stand above it: so no two know each other. */
const layers: Readonly<Record<string, readonly string[]>> = {
  text: [],
  model: ["text"],
  disk: ["model"],
  guard: ["model", "text"],
  format: ["model", "text", "guard"],
  places: ["model", "text", "disk"],
  settings: ["model", "text", "disk"],
  store: ["model", "text", "disk", "guard", "format"],
  trail: ["model", "text", "disk", "guard"],
  transcripts: ["model", "text", "disk", "places", "trail"],
  // Into a host's files and out again, whichever host's they are.
  install: ["model", "text", "disk", "guard", "places"],
  // What a client calls things, behind one contract. Everybody may ask the table of hosts: see below.
  hosts: ["model", "text", "disk", "guard", "places", "trail", "transcripts", "install"],
  // A project and its session are shown in its views, as the settings say.
  views: ["model", "text", "disk", "guard", "format", "places", "settings", "store", "trail"],
  search: ["model", "text", "disk", "guard", "format", "store", "transcripts", "hosts"],
  // What the project itself says: read only.
  evidence: ["model", "text", "disk", "guard", "format", "places"],
  "cairn.ts": "model text disk guard format places settings store trail transcripts hosts views search".split(" "),
  // The subjects: each its pure part and its acting part side by side.
  trust: [...BELOW_CAIRN, "cairn.ts"],
  conversation: [...BELOW_CAIRN, "cairn.ts", "trust"],
  recall: [...BELOW_CAIRN, "cairn.ts", "conversation"],
  inbox: [...BELOW_CAIRN, "cairn.ts", "recall"],
  // Whose words they are is seen in the conversation they come from.
  person: [...BELOW_CAIRN, "cairn.ts", "trust", "conversation", "recall", "inbox"],
  capture: [...BELOW_CAIRN, "cairn.ts", "trust", "conversation", "recall", "inbox", "person"],
  workspace: [...BELOW_CAIRN, "cairn.ts", "trust", "conversation", "person"],
  agents: [...BELOW_CAIRN, "cairn.ts", "workspace"],
  dream: [...BELOW_CAIRN, "cairn.ts", "conversation", "recall", "capture"],
  master: [...BELOW_CAIRN, "cairn.ts", "capture"],
  erase: [
    ...BELOW_CAIRN,
    "cairn.ts",
    "trust",
    "conversation",
    "recall",
    "inbox",
    "person",
    "capture",
    "dream",
    "master",
  ],
  summary: [...BELOW_CAIRN, "cairn.ts", "trust", "conversation", "recall", "inbox", "capture", "master"],
  // What a repository's people share; its merge knows files alone.
  // A profile merges field by field.
  team: [...BELOW_CAIRN, "cairn.ts", "trust", "conversation", "recall", "person", "dream"],
  // One person's machines: with the merge of the team's files.
  sync: [...BELOW_CAIRN, "cairn.ts", "team"],
  session: [
    ...BELOW_CAIRN,
    ..."cairn.ts trust conversation recall inbox person capture workspace agents dream master erase summary team sync".split(
      " ",
    ),
  ],
  // Other layouts and tools: a person's profile goes by the one plan for it; an audit asks what a statement names.
  layouts: [...BELOW_CAIRN, "cairn.ts", "conversation", "recall", "person", "dream", "master"],
  doctor: [...BELOW_CAIRN, "cairn.ts", "conversation", "agents", "layouts"],
  operations: [
    ...BELOW_CAIRN,
    ..."cairn.ts trust conversation recall inbox person capture workspace agents dream master erase summary team sync session layouts doctor".split(
      " ",
    ),
  ],
  // Where the team's memories lie is asked by programs that open no Cairn.
  "library.ts": ["model", "text", "places", "cairn.ts", "operations"],
  adapters: ["model", "text", "guard", "hosts", "cairn.ts", "trust", "recall", "team", "session", "operations"],
};

/** Single files that need more than their layer may have, and why. */
const exceptions: Readonly<Record<string, { readonly may: string; readonly because: string }>> = {
  "adapters/cli/world.ts": { may: "disk", because: "the shells above it tell whether an agent is at the command line" },
  "adapters/merge/entry.ts": { may: "disk", because: "it works on three files of git's, and opens no Cairn" },
  "adapters/cli/input.ts": { may: "disk", because: "--body-file reads a file of the person's" },
  "adapters/cli/converse.ts": { may: "disk", because: "a person's editor works on a file" },
  "adapters/cli/plain-output.ts": { may: "disk", because: "standard output is written to without a stream around it" },
  "adapters/plugin/hook-command.ts": { may: "disk", because: "standard input is read without a stream around it" },
  "adapters/launch/code-cache.ts": { may: "disk", because: "it reads compiled code before there is a Cairn" },
  "adapters/launch/keep-code.ts": { may: "disk", because: "it keeps compiled code before there is a Cairn" },
  "adapters/launch/greeting.ts": { may: "disk", because: "a client is greeted before there is a Cairn" },
  "adapters/launch/first-told.ts": { may: "disk", because: "standard input is read before there is a Cairn" },
  "adapters/launch/told-list.ts": { may: "disk", because: "the shells above it tell whether an agent asks" },
  "adapters/launch/standpoint.ts": { may: "places", because: "code is kept where the person, not a repository, says" },
  "adapters/launch/cache-home.ts": { may: "disk", because: "it looks at folders before there is a Cairn" },
};

/** Each package is known to one module; a folder counts as one where the package is its whole subject. */
const packages: Readonly<Record<string, string>> = {
  zod: "model/schema.ts",
  yaml: "format/yaml.ts",
  "@modelcontextprotocol/sdk": "adapters/mcp/",
};

/** Only tables are long, and say so in their names. */
const TABLE = /-(?:table|cues|words|classes)\.ts$/;
const MOST_LINES = 350;

const BANNED = /^(?:manager|service|handler|processor|helper|util|utility|data|info|item|entity|entitie)s?$/;

/** Names other people chose. */
const notOurs = new Set(["syncData"]);

const sources = (readdirSync(root, { recursive: true }) as string[])
  .map((path) => path.replaceAll("\\", "/"))
  .filter((path) => path.endsWith(".ts"))
  .sort();
const shipped = sources.filter((path) => !path.endsWith(".test.ts"));

const IMPORTS = [
  /^(?:import|export)\b[^;"'`]*?\bfrom\s+"([^"]+)"/gm,
  /^import\s+"([^"]+)"/gm,
  /\b(?:import|require)\(\s*"([^"]+)"\s*\)/g,
];

function importsOf(path: string): string[] {
  const text = readFileSync(join(root, path), "utf8");
  return IMPORTS.flatMap((pattern) => [...text.matchAll(pattern)].map(([, name = ""]) => name));
}

/** The file a relative import means, from `src`. */
function targetOf(path: string, name: string): string {
  return relative(root, join(root, dirname(path), name)).replaceAll("\\", "/");
}

function layerOf(path: string): string {
  return path.split("/")[0] ?? path;
}

function mayImport(from: string, target: string): boolean {
  const [own, other] = [layerOf(from), layerOf(target)];
  return own === other || (layers[own]?.includes(other) ?? false) || exceptions[from]?.may === other;
}

test("every folder and file of src is a layer of the table, and the table has no others", () => {
  expect([...new Set(shipped.map(layerOf))].sort()).toEqual(Object.keys(layers).sort());
});

test("every layer imports only what stands above it in the table", () => {
  const order = Object.keys(layers);
  const upward = Object.entries(layers).flatMap(([layer, allowed]) =>
    allowed.filter((other) => order.indexOf(other) >= order.indexOf(layer)).map((other) => `${layer} -> ${other}`),
  );
  expect(upward).toEqual([]);
});

test("every import keeps to the layers", () => {
  expect(shipped.flatMap(importsOf).length).toBeGreaterThan(shipped.length);
  const wrong = shipped.flatMap((path) =>
    importsOf(path)
      .filter((name) => name.startsWith("."))
      .map((name) => targetOf(path, name))
      .filter((target) => !mayImport(path, target))
      .map((target) => `${path} imports ${target}`),
  );
  expect(wrong).toEqual([]);
});

test("every relative import names a file that is there, and stays inside src", () => {
  const wrong = shipped.flatMap((path) =>
    importsOf(path)
      .filter((name) => name.startsWith("."))
      .map((name) => targetOf(path, name))
      .filter((target) => target.startsWith("..") || !existsSync(join(root, target)))
      .map((target) => `${path} imports ${target}`),
  );
  expect(wrong).toEqual([]);
});

test("a host's folder is known to itself and to the two tables of hosts, and to nobody else", () => {
  const tables = ["hosts/registry.ts", "hosts/records.ts"];
  const folderOf = (path: string) => /^hosts\/([^/]+)\//.exec(path)?.[1];
  const arrows = shipped.flatMap((path) =>
    importsOf(path)
      .filter((name) => name.startsWith("."))
      .map((name) => ({ path, target: targetOf(path, name) }))
      .filter(({ target }) => folderOf(target) !== undefined && folderOf(target) !== folderOf(path)),
  );
  expect(arrows.length).toBeGreaterThan(0);
  expect(arrows.filter(({ path }) => !tables.includes(path))).toEqual([]);
});

test("no two rooms know each other", () => {
  const arrows = new Set(
    shipped.flatMap((path) =>
      importsOf(path)
        .filter((name) => name.startsWith("."))
        .map((name) => `${layerOf(path)} ${layerOf(targetOf(path, name))}`),
    ),
  );
  const both = [...arrows].filter((arrow) => {
    const [from, to] = arrow.split(" ");
    return from !== to && arrows.has(`${to} ${from}`);
  });
  expect(both).toEqual([]);
});

test("a file that calls itself pure knows neither the disk nor cairn.ts", () => {
  const pure = shipped.filter((path) => /\bPure\.\s*(?:\*\/|\n)/.test(headerOf(path)));
  expect(pure.length).toBeGreaterThan(100);
  const wrong = pure.flatMap((path) =>
    importsOf(path)
      .filter((name) => name.startsWith("."))
      .map((name) => targetOf(path, name))
      .filter((target) => target === "cairn.ts" || layerOf(target) === "disk")
      .map((target) => `${path} imports ${target}`),
  );
  expect(wrong).toEqual([]);
});

function headerOf(path: string): string {
  return `${readFileSync(join(root, path), "utf8").split("*/", 1)[0]}*/`;
}

test("an exception is used: a file that no longer needs it loses it", () => {
  const unused = Object.entries(exceptions).filter(
    ([path, { may }]) => !importsOf(path).some((name) => name.startsWith(".") && layerOf(targetOf(path, name)) === may),
  );
  expect(unused).toEqual([]);
});

test("node:fs is imported by the disk layer and by nothing else", () => {
  const wrong = shipped.filter(
    (path) => layerOf(path) !== "disk" && importsOf(path).some((name) => /^(?:node:)?fs(?:\/|$)/.test(name)),
  );
  expect(wrong).toEqual([]);
});

test("each package from outside is imported by one module", () => {
  const wrong = shipped.flatMap((path) =>
    importsOf(path)
      .filter((name) => !name.startsWith(".") && !name.startsWith("node:"))
      .filter((name) => !isKnownTo(name, path))
      .map((name) => `${path} imports ${name}`),
  );
  expect(wrong).toEqual([]);
});

function isKnownTo(name: string, path: string): boolean {
  const home = packages[name.split("/", name.startsWith("@") ? 2 : 1).join("/")];
  return home !== undefined && (home.endsWith("/") ? path.startsWith(home) : path === home);
}

test("no file is long but tables, and those say so in their names", () => {
  const lines = (path: string) => readFileSync(join(root, path), "utf8").split("\n").length - 1;
  const long = shipped.filter((path) => lines(path) >= MOST_LINES);
  expect(long.filter((path) => !TABLE.test(path)).map((path) => `${path}: ${lines(path)} lines`)).toEqual([]);
});

test("every file says at its top what it owns", () => {
  expect(shipped.filter((path) => !readFileSync(join(root, path), "utf8").startsWith("/**"))).toEqual([]);
});

test("files are called in kebab-case, and none is a barrel", () => {
  const names = sources.map((path) => path.split("/").at(-1) ?? "");
  expect(names.filter((name) => !/^[a-z0-9]+(-[a-z0-9]+)*(\.(test|slow\.test))?\.ts$/.test(name))).toEqual([]);
  expect(sources.filter((path) => /(?:^|\/)(?:index|types|common|misc)\.ts$/.test(path))).toEqual([]);
});

test("no file and nothing exported is named by a word that says nothing", () => {
  const files = sources.flatMap((path) =>
    path
      .replace(/(\.test)?\.ts$/, "")
      .split(/[/-]/)
      .map((word) => [path, word]),
  );
  const exported = shipped.flatMap((path) => exportsOf(path).map((name) => [path, name] as const));
  const words = exported.flatMap(([path, name]) => wordsOf(name).map((word) => [`${path} ${name}`, word]));
  const wrong = [...files, ...words].filter(([, word = ""]) => BANNED.test(word)).map(([where]) => where);
  expect(wrong).toEqual([]);
});

/** Names that two files export, and why. Whatever else has two meanings gets two names. */
const sharedNames: Readonly<Record<string, string>> = {
  done: "what a launched entry leaves for its launcher: the exit code, when everything is written",
  openCairn:
    "cairn.ts opens one for Cairn itself, library.ts for other programs, and docs/library-types prints the latter",
  OpenOptions: "likewise",
  InvokeOptions: "docs/library-types prints the types of the library as text",
  CairnError: "likewise",
  getTeamMemDir: "likewise",
  getTeamMemPath: "likewise",
  ErrorCode: "likewise",
  ErrorKind: "likewise",
  list: "an operation; and the system call, said as calls.list",
  write: "an operation; and the system call, said as calls.write",
  triage: "the operation, and the pure function it shows",
  verify: "the operation, and the pure function it shows",
};

test("an exported name has one meaning and one file, but for those that say why", () => {
  const homes = new Map<string, string[]>();
  // Each host's folder says what the contract asks for, in the same words.
  for (const path of shipped.filter((path) => !/^hosts\/[^/]+\//.test(path)))
    for (const name of new Set(exportsOf(path))) homes.set(name, [...(homes.get(name) ?? []), path]);
  const shared = [...homes].filter(([, files]) => files.length > 1);
  expect(homes.size).toBeGreaterThan(1_000);
  expect(
    shared.filter(([name]) => !Object.hasOwn(sharedNames, name)).map(([name, files]) => `${name}: ${files.join(", ")}`),
  ).toEqual([]);
  expect(Object.keys(sharedNames).filter((name) => !shared.some(([other]) => other === name))).toEqual([]);
});

function exportsOf(path: string): string[] {
  const text = readFileSync(join(root, path), "utf8");
  const found = text.matchAll(
    /^export (?:abstract |async |declare )*(?:const|let|function\*?|class|interface|type) (\w+)/gm,
  );
  return [...found].map(([, name = ""]) => name).filter((name) => !notOurs.has(name));
}

function wordsOf(name: string): string[] {
  return (name.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? []).map((word) => word.toLowerCase());
}
