/**
 * A model over http. The key comes from the environment and goes into one header: it is in no message, log or file.
 * One retry where the server is busy, broken or lost on the way; every attempt is paid from the purse first.
 */

import type { ClientRequest, IncomingMessage, RequestOptions } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { oneLine } from "../../guard/one-line.ts";
import { redact } from "../../guard/redact.ts";
import { defined } from "../../model/defined.ts";
import { CairnError } from "../../model/error.ts";
import { addressProblem, isLoopback } from "../../model/settings.ts";
import { jsonFrom } from "../../text/json.ts";
import { endpointOf, type FormName, type HttpAnswer, type HttpForm, httpForms, ownKeyName } from "./http-forms.ts";
import { type Model, type ModelQuestion, modelOver } from "./model.ts";
import type { Purse } from "./purse.ts";

interface HttpOptions {
  readonly form: FormName;
  readonly url: string;
  readonly model: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly timeoutMs: number;
  readonly purse: Purse;
  readonly pause?: (ms: number) => Promise<unknown>;
}

const RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 20_000;
const LONGEST_REASON = 200;
/** Role marks and the like. */
const OVERHEAD_TOKENS = 50;

interface Wire {
  readonly form: HttpForm;
  readonly url: string;
  readonly key: string;
  readonly model: string;
  readonly isAtHome: boolean;
}

export function httpModel(options: HttpOptions): Model {
  const wire = wireOf(options);
  const { purse, pause = sleep } = options;
  return modelOver({
    name: "http",
    purse,
    overheadTokens: OVERHEAD_TOKENS,
    async send(question, mostTokens) {
      const until = Date.now() + options.timeoutMs;
      const attempt = () => purse.spend(mostTokens, () => once(wire, question, until));
      const first = await attempt().catch(unlessLost);
      if ("text" in first) return first.text;
      if (!first.again) throw refusal(wire, first);
      await pause(Math.min(LONGEST_RETRY_MS, first.waitMs, Math.max(0, until - Date.now())));
      const second = await attempt().catch(unlessLost);
      if ("text" in second) return second.text;
      throw refusal(wire, second);
    },
  });
}

/** What came instead of an answer. */
interface Refused {
  readonly again: boolean;
  readonly waitMs: number;
  readonly said: string;
  readonly hint?: string;
}

function wireOf({ form: name, url: given, model, env }: HttpOptions): Wire {
  const form = httpForms[name];
  const url = endpointOf(form, given);
  const problem = addressProblem(url);
  if (problem !== undefined) throw notSetUp("url", `scribe.http.url ${problem}.`);
  if (model === "")
    throw notSetUp("model", "No model is named.", "Name one: cairn config set scribe.http.model <name>.");
  const key = env[ownKeyName] || env[form.keyName] || "";
  if (key === "" && !isLoopback(new URL(url))) {
    throw notSetUp("key", "There is no key.", `Put it into the environment, as ${ownKeyName} or ${form.keyName}.`);
  }
  if (/[^\x21-\x7e]/.test(key)) throw notSetUp("key", "The key in the environment is no key.");
  return { form, url, key, model, isAtHome: url.startsWith(`${form.home}/`) };
}

async function once(wire: Wire, question: ModelQuestion, until: number) {
  const { form, url, key, model, isAtHome } = wire;
  const body = JSON.stringify(form.body(model, question, isAtHome));
  const timeoutMs = Math.max(1, until - Date.now());
  const posted = await post({ url, headers: form.headers(key), body, timeoutMs });
  const answer = posted.status === 200 ? form.read(jsonFrom(posted.text)) : undefined;
  if (answer !== undefined) return { value: answer as HttpAnswer | Refused, tokens: answer.tokens };
  // A server that refuses has not worked; one that said something strange may have.
  return { value: refusedBy(posted, wire), tokens: posted.status === 200 ? undefined : 0 };
}

function refusedBy({ status, text, retryAfter }: Posted, { key, form }: Wire): Refused {
  const waitMs = retryAfter === undefined ? RETRY_MS : retryAfter * 1_000;
  if (status === 200) return { again: false, waitMs, said: "It answered in a form that is not the one configured." };
  const reason = reasonIn(text, key);
  const said = `It answered ${status}${reason === "" ? "" : `: ${reason}`}.`;
  const again = status === 429 || status >= 500;
  const hint = status === 401 || status === 403 ? `Look at the key in ${ownKeyName} or ${form.keyName}.` : undefined;
  return { again, waitMs, said, ...defined({ hint }) };
}

/** Servers like to repeat what they were sent. */
function reasonIn(text: string, key: string): string {
  const body = jsonFrom(text) as { error?: { message?: unknown } | string } | null | undefined;
  const error = typeof body === "object" ? body?.error : undefined;
  const message = typeof error === "object" ? error?.message : error;
  if (typeof message !== "string") return "";
  const bare = key === "" ? message : message.replaceAll(key, "…");
  return oneLine(redact(bare).text, LONGEST_REASON).replace(/\.$/, "");
}

function unlessLost(error: unknown): Refused {
  if (!(error instanceof NoAnswer)) throw error;
  const isLate = error.why === "late";
  const hint = "Look at scribe.http.url with config, or try again later.";
  return {
    again: !isLate,
    waitMs: RETRY_MS,
    said: isLate ? "It did not answer in time." : "It cannot be reached.",
    hint,
  };
}

function refusal({ url }: Wire, { said, hint }: Refused): CairnError {
  const message = `The model at ${new URL(url).host} was of no help. ${said}`;
  return new CairnError("SCRIBE_ERROR", message, defined({ hint }));
}

function notSetUp(field: string, message: string, hint = ""): CairnError {
  return new CairnError("SCRIBE_ERROR", message, { field: `scribe.http.${field}`, hint });
}

/**
 * One request over http or https, and its whole answer. No redirect is followed, since it would take the key along; no
 * certificate is taken on trust, whatever the environment says; nothing is read beyond a cap.
 */
interface Posting {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly timeoutMs: number;
}

interface Posted {
  readonly status: number;
  readonly text: string;
  /** In seconds, where the server says when to come back. */
  readonly retryAfter: number | undefined;
}

/** `late`: the time was over. `lost`: there was no connection, or it broke. */
class NoAnswer extends Error {
  override readonly name = "NoAnswer";
  readonly why: "late" | "lost";

  constructor(why: "late" | "lost", cause?: unknown) {
    super(why, { cause });
    this.why = why;
  }
}

const MOST_BYTES = 4_000_000;

async function post({ url, headers, body, timeoutMs }: Posting): Promise<Posted> {
  const { request } = url.startsWith("https:") ? await import("node:https") : await import("node:http");
  const bytes = Buffer.from(body);
  const about = { "content-type": "application/json", accept: "application/json", ...headers };
  const options: RequestOptions & { rejectUnauthorized: boolean } = {
    method: "POST",
    headers: { ...about, "content-length": String(bytes.length) },
    agent: false,
    rejectUnauthorized: true,
  };
  return new Promise((resolve, reject) => {
    const asked: ClientRequest = request(url, options, (answer) => void read(answer).then(done, lost));
    const limit = setTimeout(() => asked.destroy(new NoAnswer("late")), timeoutMs);
    function done(posted: Posted): void {
      clearTimeout(limit);
      resolve(posted);
    }
    function lost(error: unknown): void {
      clearTimeout(limit);
      reject(error instanceof NoAnswer ? error : new NoAnswer("lost", error));
    }
    asked.on("error", lost);
    asked.end(bytes);
  });
}

async function read(answer: IncomingMessage): Promise<Posted> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of answer as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > MOST_BYTES) throw new NoAnswer("lost", `more than ${MOST_BYTES} bytes`);
    pieces.push(piece);
  }
  const after = Number(answer.headers["retry-after"] ?? Number.NaN);
  return {
    status: answer.statusCode ?? 0,
    text: Buffer.concat(pieces).toString("utf8"),
    retryAfter: Number.isFinite(after) && after >= 0 ? after : undefined,
  };
}
