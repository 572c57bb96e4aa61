/** The corpus: scripted sessions of our own, each a project's memories and what a person said on one morning. A table. */

export interface Recorded {
  readonly name: string;
  readonly memories: readonly { readonly kind: string; readonly title: string; readonly text: string }[];
  readonly prompts: readonly string[];
}

const m = (kind: string, title: string, text: string) => ({ kind, title, text });

export const sessions: readonly Recorded[] = [
  {
    name: "a new project, nothing known",
    memories: [],
    prompts: ["set up a linter", "now the formatter", "run both", "commit it", "what is left?"],
  },
  {
    name: "a service with decisions",
    memories: [
      m(
        "task",
        "Port the importer",
        "The reader streams already, the writer does not. Next: the writer, then the docs.",
      ),
      m(
        "decision",
        "Postgres advisory locks guard the nightly export",
        "It takes lock 4711, because two exporters once ran at once. A table with a row to lock was tried and left rows behind after a crash.",
      ),
      m(
        "decision",
        "Retry with jitter",
        "Three tries, full jitter, at most ten seconds. A fixed pause made every worker come back at once.",
      ),
      m(
        "runbook",
        "Staging certificate expired",
        "It shows as a TLS error in the health check. Renew it with the ops script; the deploy then needs a restart.",
      ),
      m(
        "constraint",
        "The API stays on version 2",
        "Two customers cannot change before spring. New fields may come, none may go.",
      ),
      m("tech_debt", "The scheduler polls", "It asks every second for work. A queue would do; nobody had the time."),
    ],
    prompts: [
      "good morning, where were we with the importer?",
      "write the streaming writer",
      "run the tests",
      "why do postgres advisory locks guard the nightly export?",
      "fine, leave it. fix the lint errors",
      "the health check fails on staging, is the staging certificate expired?",
      "ok, commit what we have",
      "what should I do tomorrow?",
    ],
  },
  {
    name: "a front end with preferences",
    memories: [
      m("task", "The settings page", "The form is there, saving is not. Design is agreed."),
      m("preference", "Small commits", "One thing each, a plain sentence as the message, no trailers."),
      m("preference", "No new dependencies", "Ask first; the last three went out again."),
      m("decision", "Forms are uncontrolled", "Validation at submit. Controlled inputs made the long form slow."),
      m("project", "Design tokens", "Colours and spacing come from the design tokens file, never from a component."),
    ],
    prompts: [
      "add saving to the settings page",
      "use the design tokens for the colours",
      "make the button a bit larger",
      "write a test for it",
      "should forms be controlled or uncontrolled here?",
      "commit, and remember small commits",
    ],
  },
  {
    name: "hunting a bug",
    memories: [
      m(
        "runbook",
        "ECONNRESET from the payment gateway",
        "The gateway closes idle connections after 55 seconds. Keep-alive is set to 50; if it comes back, look at the proxy first.",
      ),
      m("runbook", "Flaky login test", "It waits for a clock nobody moves. Use the fake clock of the test kit."),
      m("decision", "Idempotency keys", "Every payment carries one, made by the client, kept for a day."),
      m("blocker", "No access to the gateway's logs", "Asked on Monday; until then only our side can be seen."),
    ],
    prompts: [
      "users report failed payments since last night",
      "here is the log: ECONNRESET from the payment gateway, 14 times",
      "what did we do about it last time?",
      "check the keep-alive setting",
      "is it the proxy?",
      "also the flaky login test fails again",
      "write a summary for the team",
    ],
  },
  {
    name: "a long day of small things",
    memories: [
      m("task", "Release 4.2", "Notes are written, the tag is not set. Two fixes are open."),
      m("progress", "Release checklist", "Done: notes, version, changelog. Open: tag, announcement."),
      m("decision", "Semantic versions", "A change of the file format is a major one, whatever else it is."),
      m("project", "Release script", "The release script checks the tree, the tests and the tag, in this order."),
      m("reference", "Where the dashboards are", "The board called release health, linked in the team's page."),
    ],
    prompts: [
      "rename the helper in the parser",
      "sort the imports",
      "add a test for empty input",
      "bump the version",
      "does a change of the file format need a major version by our semantic versions?",
      "update the changelog",
      "what does the release script check?",
      "tag it",
      "thanks, that is all",
    ],
  },
];
