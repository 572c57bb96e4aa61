/** Intents as a drafter writes them, for tests. */

export interface IntentWords {
  readonly category?: string;
  readonly action?: string;
  readonly title?: string;
  readonly summary?: string;
  readonly reason?: string;
  readonly tags?: readonly string[];
  readonly confidence?: number;
  readonly content?: Readonly<Record<string, unknown>>;
}

export const contextText = `We looked at the queue. Many hooks write at once, and readers waited for seconds.
So we decided to run SQLite in WAL mode because readers never wait then. The rollback journal blocks readers.`;

const walContent = {
  status: "accepted",
  context: "Many hooks write at once.",
  decision: "Run SQLite in WAL mode.",
  alternatives: [{ option: "rollback journal", rejected_reason: "blocks readers" }],
  rationale: ["readers never wait"],
};

export function intentText(words: IntentWords = {}): string {
  const { category = "decision", action = "save", reason = "it was decided", ...rest } = words;
  const { title = "SQLite runs in WAL mode", summary = "We run SQLite in WAL mode because readers never wait" } = rest;
  const { tags = ["sqlite"], confidence = 0.8, content = walContent } = rest;
  return JSON.stringify({
    category,
    action,
    reason,
    new_info_summary: summary,
    partial_content: { title, tags, confidence, content },
  });
}
