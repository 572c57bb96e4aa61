/**
 * What a newcomer tells Cairn of a project, and what they say on other days: paraphrases that one memory bears on, and
 * prompts that need none. Written in one go before anything was run on it; never tune to a sentence of it.
 */

interface TaughtMemory {
  readonly kind: "decision" | "constraint" | "runbook" | "reference";
  readonly title: string;
  readonly text: string;
}

export const taught: Readonly<Record<string, TaughtMemory>> = {
  postgres: {
    kind: "decision",
    title: "We use Postgres 15, not MySQL",
    text: "We need partial indexes and jsonb. The managed instance is in Frankfurt.",
  },
  cents: {
    kind: "constraint",
    title: "Money is stored as integer cents",
    text: "Floats lost us eleven euros in the March invoices, so prices and totals are whole numbers of cents everywhere.",
  },
  deploy: {
    kind: "runbook",
    title: "How we deploy to production",
    text: "Tag the commit, wait until the pipeline is green, then press the button in the release job. Never on a Friday.",
  },
  fixtures: {
    kind: "runbook",
    title: "Checkout tests fail with stale fixtures",
    text: "Run make fixtures, which loads the catalogue again; the test database keeps yesterday's products.",
  },
  pnpm: {
    kind: "constraint",
    title: "Packages are installed with pnpm only",
    text: "npm writes a second lockfile that breaks the Docker image. Commit pnpm-lock.yaml.",
  },
  auth: {
    kind: "decision",
    title: "Login goes through Keycloak",
    text: "We do not keep passwords. Sessions last eight hours; tokens are refreshed by the gateway.",
  },
  queue: {
    kind: "decision",
    title: "Background jobs run on RabbitMQ",
    text: "Redis lost jobs when it was restarted. Workers acknowledge after the work is done.",
  },
  staging: {
    kind: "reference",
    title: "Staging is wiped every Sunday night",
    text: "The nightly script restores it from an anonymised copy of production. Nothing kept there survives.",
  },
  i18n: {
    kind: "constraint",
    title: "No text is hardcoded in components",
    text: "Every label goes through the translation files in locales/, German first.",
  },
  images: {
    kind: "runbook",
    title: "Product images do not load after an upload",
    text: "Purge the CDN cache for the folder: the old 404 is cached for an hour.",
  },
  api: {
    kind: "constraint",
    title: "Public API changes need a new version",
    text: "Partners pin v2. Never rename or remove a field of an existing version; add v3 instead.",
  },
  logs: {
    kind: "constraint",
    title: "No personal data in logs",
    text: "Names, addresses and mail addresses are masked before they are logged: the auditor checks it every quarter.",
  },
};

export const said: readonly (readonly [prompt: string, memory: string])[] = [
  ["which database are we on and why", "postgres"],
  ["would MySQL be simpler here?", "postgres"],
  ["add a jsonb column for the settings of a shop", "postgres"],
  ["the total of the invoice is off by one cent", "cents"],
  ["add a discount field to the price, as a float", "cents"],
  ["show the amount in euros on the receipt", "cents"],
  ["ship this to prod", "deploy"],
  ["how do I roll out the new version to production?", "deploy"],
  ["can we release this Friday afternoon?", "deploy"],
  ["the checkout tests are red since this morning", "fixtures"],
  ["checkout spec fails locally, product not found in the test database", "fixtures"],
  ["why do tests see yesterday's catalogue", "fixtures"],
  ["npm install lodash", "pnpm"],
  ["add the date-fns package", "pnpm"],
  ["there are two lockfiles in the repo", "pnpm"],
  ["build the sign-in page", "auth"],
  ["users are logged out after a few hours", "auth"],
  ["where do we store the passwords of users?", "auth"],
  ["send the confirmation mail in a background job", "queue"],
  ["could we use Redis for the queue?", "queue"],
  ["a worker crashed and its job was lost", "queue"],
  ["my data on staging is gone on Monday", "staging"],
  ["when is the staging environment reset?", "staging"],
  ["put a demo customer on staging for next week", "staging"],
  ["add a button that says Buy now", "i18n"],
  ["translate the cart page", "i18n"],
  ["the label of the form is hardcoded in English", "i18n"],
  ["product pictures are broken after uploading new ones", "images"],
  ["I get a 404 for an image that exists on the CDN", "images"],
  ["clear the CDN cache", "images"],
  ["rename the field customer_name in the public API", "api"],
  ["remove an old endpoint from v2", "api"],
  ["what do partners rely on in our API?", "api"],
  ["log the customer's email when the payment fails", "logs"],
  ["print the whole request with the address to the log", "logs"],
  ["are we allowed to log names of users?", "logs"],
];

export const needless: readonly string[] = [
  "hi there",
  "write a function that reverses a string",
  "what does this regular expression match",
  "fix the indentation in this file",
  "go on",
  "add a unit test for the date parser",
  "rename this variable to something clearer",
  "explain how promises work",
  "update the copyright year in the footer",
  "make the sidebar a little wider",
];
