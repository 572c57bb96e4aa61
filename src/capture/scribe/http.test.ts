import { describe, expect, test } from "vitest";
import { type ModelEndpoint, modelEndpoint, type Script, toldTokens } from "../../../test/support/model-endpoint.ts";
import { type ModelLimits, modelSuite } from "../../../test/support/model-suite.ts";
import { assigned, scribeSuite, streamsIntent } from "../../../test/support/scribe-suite.ts";
import { httpModel } from "./http.ts";
import { endpointOf, type FormName, httpForms } from "./http-forms.ts";
import { mostAnswerTokens } from "./model.ts";
import { modelScribe } from "./model-scribe.ts";
import { Purse } from "./purse.ts";

const KEY = "k-1234567890abcdef";
const question = { role: "decision", system: "Draft.", text: "The session." } as const;

function modelAt(endpoint: Pick<ModelEndpoint, "url">, given: ModelLimits & { form?: FormName; key?: string } = {}) {
  const { form = "anthropic", key = KEY, mostTokens = 100_000, timeoutMs = 5_000 } = given;
  const purse = new Purse(mostTokens);
  const paused: number[] = [];
  const pause = async (ms: number) => void paused.push(ms);
  const env = { [httpForms[form].keyName]: key };
  return { purse, paused, model: httpModel({ form, url: endpoint.url, model: "m-1", env, timeoutMs, purse, pause }) };
}

describe.each(["anthropic", "openai"] as const)("the scribe http, in the form %s", (form) => {
  const bench = async (answer: string, limits: ModelLimits = {}) => {
    const endpoint = await modelEndpoint(() => (answer === "hang" ? "hang" : answer));
    const { model, purse } = modelAt(endpoint, { form, ...limits });
    const asked = () => endpoint.asked.map(({ words }) => words).join("\n");
    return { scribe: modelScribe(model), purse, asked, times: () => endpoint.asked.length };
  };
  scribeSuite(bench);
  modelSuite(bench, toldTokens.input + toldTokens.output);

  /** What came of one question to an endpoint that answers so. */
  async function asking(script: Script, limits: ModelLimits = {}) {
    const endpoint = await modelEndpoint(script);
    const { model, purse, paused } = modelAt(endpoint, { form, ...limits });
    const answer = await model.ask(question).catch((error: Error) => error);
    return { answer, purse, paused, times: endpoint.asked.length, asked: endpoint.asked };
  }

  test.each([429, 500, 503, 529])("a server that says %i is asked once more", async (status) => {
    const { answer, times, purse } = await asking((_, nth) => (nth === 1 ? status : "yes"));
    expect([answer, times]).toEqual(["yes", 2]);
    expect(purse.spent).toBe(toldTokens.input + toldTokens.output);
  });

  test("and no third time", async () => {
    const { answer, times, purse } = await asking(() => 500);
    expect(answer).toMatchObject({ code: "SCRIBE_ERROR", kind: "unavailable" });
    expect([times, purse.spent]).toEqual([2, 0]);
  });

  test.each([400, 401, 404])("a server that says %i means it", async (status) => {
    const { answer, times } = await asking(() => status);
    expect(answer).toMatchObject({ code: "SCRIBE_ERROR" });
    expect(times).toBe(1);
  });

  test("the key goes into its header, and into nothing that is said of a failure", async () => {
    const { answer, asked } = await asking(() => 401);
    expect(JSON.stringify(asked[0]?.headers)).toContain(KEY);
    expect(asked[0]?.words).not.toContain(KEY);
    const { message, hint } = answer as Error & { hint: string };
    expect(message).toContain("401");
    expect(`${message} ${hint}`).not.toContain(KEY);
    expect(hint).toContain(httpForms[form].keyName);
  });

  test("a broken connection is tried once more, and both could have cost something", async () => {
    const { answer, times, purse } = await asking(() => "cut");
    expect(answer).toMatchObject({ message: expect.stringContaining("cannot be reached") });
    expect(times).toBe(2);
    expect(purse.spent).toBeGreaterThan(2 * mostAnswerTokens);
  });

  test("a second attempt that could cost more than is left is not made", async () => {
    const { answer, times } = await asking(() => "cut", { mostTokens: 6_000 });
    expect(answer).toMatchObject({ message: expect.stringContaining("was not asked") });
    expect(times).toBe(1);
  });

  test("it comes back when the server says, within bounds", async () => {
    const retry = (after: string) =>
      asking((_, nth) => (nth === 1 ? { status: 429, headers: { "retry-after": after } } : "yes"));
    expect((await retry("2")).paused).toEqual([2_000]);
    expect((await retry("999999")).paused[0]).toBeLessThanOrEqual(5_000);
    expect((await retry("soon")).paused).toEqual([1_000]);
  });

  test("a redirect is not followed", async () => {
    const elsewhere = await modelEndpoint(() => "yes");
    const { answer } = await asking(() => ({ status: 307, headers: { location: `${elsewhere.url}/v1/messages` } }));
    expect(answer).toMatchObject({ code: "SCRIBE_ERROR" });
    expect(elsewhere.asked).toEqual([]);
  });

  test("the answer is bounded, and the model named", async () => {
    const { asked } = await asking(() => "yes");
    expect(asked[0]?.body).toMatchObject({ model: "m-1", max_tokens: mostAnswerTokens });
    expect(asked[0]?.path).toBe(httpForms[form].path);
  });
});

test("an answer in another form than the configured one is none", async () => {
  const endpoint = await modelEndpoint(() => "yes");
  endpoint.answer = async (_, response) => void response.end('{"hello":"there"}');
  await expect(modelAt(endpoint).model.ask(question)).rejects.toMatchObject({ code: "SCRIBE_ERROR" });
});

test("an answer without a count costs what it could have cost", async () => {
  const endpoint = await modelEndpoint(() => "yes");
  endpoint.answer = async (_, response) => void response.end('{"content":[{"type":"text","text":"yes"}]}');
  const { model, purse } = modelAt(endpoint);
  expect(await model.ask(question)).toBe("yes");
  expect(purse.spent).toBeGreaterThan(mostAnswerTokens);
});

test("a port nobody listens at is a refusal, not a crash", async () => {
  const endpoint = await modelEndpoint(() => "yes");
  const port = Number(new URL(endpoint.url).port);
  const { model } = modelAt({ url: `http://127.0.0.1:${port === 1 ? 2 : 1}` });
  await expect(model.ask(question)).rejects.toMatchObject({ message: expect.stringContaining("cannot be reached") });
});

describe("what is set up wrongly is said before anything is asked", () => {
  const made = (options: { url?: string; model?: string; env?: Record<string, string> }) => () =>
    httpModel({ form: "anthropic", url: "", model: "m", env: {}, timeoutMs: 1, purse: new Purse(1), ...options });

  test("no key", () => {
    expect(made({})).toThrow("There is no key.");
    expect(made({ env: { ANTHROPIC_API_KEY: KEY } })).not.toThrow();
    expect(made({ env: { CAIRN_SCRIBE_KEY: KEY } })).not.toThrow();
    expect(made({ env: { OPENAI_API_KEY: KEY } })).toThrow("There is no key.");
  });

  test("a key that cannot be one is not sent, and not shown", () => {
    expect(made({ env: { ANTHROPIC_API_KEY: "k\r\nhost: evil" } })).toThrow("is no key");
  });

  test("no model", () => expect(made({ model: "", env: { ANTHROPIC_API_KEY: KEY } })).toThrow("No model is named."));

  test.each([
    "http://example.com",
    "http://127.0.0.1.example.com",
    "ftp://127.0.0.1",
    "https://me:pw@example.com",
    "x",
  ])("the address %s", (url) => expect(made({ url, env: { ANTHROPIC_API_KEY: KEY } })).toThrow("scribe.http.url"));

  test.each(["http://localhost:1234/v1", "http://127.0.0.1:11434", "http://[::1]:8080"])(
    "on this machine no key is needed: %s",
    (url) => expect(made({ url })).not.toThrow(),
  );
});

test("an address is taken whole, or completed", () => {
  const { openai, anthropic } = httpForms;
  expect(endpointOf(anthropic, "")).toBe("https://api.anthropic.com/v1/messages");
  expect(endpointOf(openai, "https://host/api/v1/")).toBe("https://host/api/v1/chat/completions");
  expect(endpointOf(openai, "http://localhost:11434")).toBe("http://localhost:11434/v1/chat/completions");
  expect(endpointOf(openai, "https://host/v1beta/openai/chat/completions")).toBe(
    "https://host/v1beta/openai/chat/completions",
  );
});

test("the key of Cairn's own comes first", async () => {
  const endpoint = await modelEndpoint(() => streamsIntent);
  const env = { CAIRN_SCRIBE_KEY: "own", ANTHROPIC_API_KEY: "other" };
  const purse = new Purse(100_000);
  const model = httpModel({ form: "anthropic", url: endpoint.url, model: "m", env, timeoutMs: 5_000, purse });
  await modelScribe(model).write(assigned("decision"));
  expect(endpoint.asked[0]?.headers["x-api-key"]).toBe("own");
});
