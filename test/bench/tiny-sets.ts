/** One tiny set of each shape the retrieval benchmark knows, made up here, laid out under names that say nothing. */

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

export function layOut(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

const lines = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).join("\n");

const turn = (id: string, speaker: string, text: string) => ({ dia_id: id, speaker, text });
const talk = {
  sample_id: "talk-1",
  conversation: {
    speaker_a: "Ada",
    speaker_b: "Bo",
    session_1_date_time: "4:04 pm on 20 January, 2023",
    session_1: [
      turn("D1:1", "Ada", "I planted tomatoes on the balcony."),
      turn("D1:2", "Bo", "My sister moved to Lisbon last week."),
    ],
    session_2_date_time: "9:15 am on 3 February, 2023",
    session_2: [
      turn("D2:1", "Bo", "The train strike lasted two days."),
      turn("D2:2", "Ada", "I bought a violin at the market."),
    ],
  },
  qa: [
    { question: "Where did Bo's sister move?", evidence: ["D1:02"], category: 4 },
    { question: "Did Ada plant a violin?", evidence: ["D1:1; D2:2"], category: 1 },
    { question: "Where did Ada's sister move?", evidence: ["D1:2"], category: 5 },
    { question: "What is not there?", evidence: ["D9:9"], category: 4 },
  ],
};

const session = (n: number, name: string, date: string, said: string, answered: string) => {
  return {
    id: `s-${n}`,
    name,
    date,
    turns: [
      ["User", said],
      ["Assistant", answered],
    ],
  };
};
const persona = {
  id: "Pat_Example",
  sessions: [
    session(
      1,
      "Garden_1:S1",
      "2026-01-01 (Thursday)",
      "Which soil do roses need?",
      "Roses need loam, sun and much water in summer.",
    ),
    session(
      2,
      "Bike_1:S1",
      "2026-01-02 (Friday)",
      "The brake of my bicycle squeaks.",
      "Clean the rim of the front wheel with alcohol first.",
    ),
    session(
      3,
      "Bike_1:S2",
      "2026-01-03 (Saturday)",
      "The bicycle brake is mended.",
      "Good: new pads last about two thousand kilometres.",
    ),
  ],
  mem: [
    { sess: 0, text: "【Garden】 Roses want loam and sun.", idx: "a" },
    { sess: 1, text: "【Bike】 The front brake of the bicycle squeaks.", idx: "b" },
    { sess: 2, text: "【Bike】 The bicycle brake was mended with new pads.", idx: "c" },
  ],
  qs: [
    { q: "Was the bicycle brake mended with new pads?", at: 2, ev: [1], mev: [1], cat: "Dynamic" },
    { q: "Was the bicycle brake mended with new pads?", at: 3, ev: [2], mev: [2], cat: "Static" },
  ],
};

const sessions = [
  {
    sessionId: "S01",
    metadata: { date: "2026-02-01", project: "api" },
    messages: [{ role: "user", content: "We chose Postgres for the ledger." }],
  },
  {
    sessionId: "S02",
    metadata: { date: "2026-02-02", project: "api" },
    messages: [{ role: "user", content: "Tokens expire after an hour." }],
  },
];
const questions = [
  {
    questionId: "q1",
    questionType: "tech-stack",
    question: "Which database holds the ledger?",
    groundTruth: "Postgres",
    haystackSessionIds: ["S01"],
  },
  {
    questionId: "q2",
    questionType: "abstention",
    question: "Which queue do we use?",
    groundTruth: "unknown",
    haystackSessionIds: [],
  },
];

const pep = (id: number, title: string, body: string, by: number[], replaces: number[]) => {
  return { id, title, status: "Final", created: "01-Jan-2001", superseded_by: by, replaces, body };
};
const docs = [
  pep(1, "Old wheel format", "How wheels were packed at first: a zip archive with metadata.", [2], []),
  pep(2, "New wheel format", "How wheels are packed now: a zip archive with signed metadata.", [], [1]),
  pep(3, "Naming of modules", "Modules are written in lower case.", [], []),
];
const citations = [
  { from: 3, target: 1, q: "wheels packed at first as a zip archive" },
  { from: 1, target: 3, q: "modules in lower case" },
];

const belief = (id: string, name: string, more: object = {}) => ({
  _id: id,
  user_id: "test-user",
  type: "preference",
  canonical_name: name,
  aliases: [],
  content: `About ${name}.`,
  scope: ["domain:code"],
  epistemic_status: "active",
  pinned: false,
  resolved_at: null,
  superseded_by: null,
  ...more,
});
const beliefs = [
  belief("b-1", "container_runtime", { aliases: ["podman"] }),
  belief("b-2", "old_runtime", { aliases: ["dockerd"], epistemic_status: "superseded", superseded_by: "b-1" }),
  belief("b-3", "garden_podman", { aliases: ["podman"], scope: ["domain:garden"] }),
  belief("b-4", "secret_podman", { aliases: ["podman"], user_id: "someone-else" }),
  belief("b-5", "pinned_podman", { aliases: ["podman"], pinned: true }),
];
const only = (id: string, query: string, ids: string[]) => ({
  caseId: id,
  category: "Alias resolution",
  scope: ["domain:code"],
  query,
  expect: { relevantBeliefs: { shouldOnlyInclude: ids } },
});
const cases = [
  only("c-1", "how do I start podman here?", ["b-1"]),
  only("c-2", "is dockerd still running?", []),
  only("c-3", "what is for lunch?", []),
];

const known = (project: string, id: string, title: string, text: string) => {
  return { project, id, kind: "decision", title, text, files: [], tags: [], aliases: [] };
};
const projectMemories = [
  known("shop", "cents", "Prices are whole cents", "Amounts are kept as integers with their currency."),
  known("shop", "stock", "Stock is held at payment", "A basket holds nothing back."),
  known("radio", "frames", "Frames carry a checksum", "Receivers drop what does not add up."),
];
const projectPrompts = [
  { n: 1, project: "shop", prompt: "show prices with their currency", files: [], gold: ["cents"], class: "real" },
  { n: 2, project: "radio", prompt: "drop frames without a checksum", files: [], gold: ["frames"], class: "real" },
  { n: 3, project: "shop", prompt: "thanks", files: [], gold: [], class: "none" },
];

export const talkFile = JSON.stringify([talk]);
export const personaFile = JSON.stringify(persona);
export const sessionsFile = JSON.stringify(sessions);
export const questionsFile = JSON.stringify(questions);
export const docsFile = lines(docs);
export const citationsFile = lines(citations);
export const beliefsFile = JSON.stringify(beliefs);
export const casesFile = JSON.stringify(cases);

const projectMemoriesFile = lines(projectMemories);
const projectPromptsFile = lines(projectPrompts);

export const everyFile: Readonly<Record<string, string>> = {
  "a/one.json": talkFile,
  "b/two.json": personaFile,
  "c/three.json": sessionsFile,
  "c/four": questionsFile,
  "d/five.txt": docsFile,
  "d/six.jsonl": citationsFile,
  "e/seven.json": beliefsFile,
  "e/eight.json": casesFile,
  "f/nine.jsonl": projectMemoriesFile,
  "f/ten.jsonl": projectPromptsFile,
};
