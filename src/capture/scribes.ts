/** Who drafts in this run, as the settings or the caller say, and what it may cost. Nothing is loaded for the rules. */

import type { Cairn } from "../cairn.ts";
import { z } from "../model/schema.ts";
import { counted } from "../text/counted.ts";
import { refuseAgentsModels } from "../trust/refuse-agents.ts";
import { type AtWork, byRule } from "./scribe/at-work.ts";
import type { Model } from "./scribe/model.ts";

/** After this a model that has not answered is given up. */
const TIMEOUT_MS = 120_000;

export const scribeNames = ["none", "claude", "http"] as const;
export type ScribeName = (typeof scribeNames)[number];
export const ScribeField = z.enum(scribeNames).optional();

/** What a model has cost, in a line; none where none was asked. */
export function spentLine(scribe: string, tokens: number): string[] {
  return scribe === "none" ? [] : [`${scribe}: ${counted(tokens, "token")} used.`];
}

/** What is done with who drafts: one client at a time runs for a project, so that it is let go whatever came of it. */
export async function withScribe<T>(
  cairn: Cairn,
  asked: ScribeName | undefined,
  work: (scribe: AtWork) => Promise<T> | T,
): Promise<T> {
  const scribe = await openScribe(cairn, asked);
  try {
    return await work(scribe);
  } finally {
    scribe.close();
  }
}

async function openScribe(cairn: Cairn, asked?: ScribeName): Promise<AtWork> {
  const configured = cairn.settings.get("scribe.batch");
  const name = asked ?? configured;
  if (name === "none") return byRule;
  if (name !== configured) refuseAgentsModels(cairn);
  const { model, close } = name === "http" ? await httpAtWork(cairn) : await claudeAtWork(cairn);
  const { modelScribe } = await import("./scribe/model-scribe.ts");
  const verifier = cairn.settings.get("scribe.verify") ? { verifier: model } : {};
  return { scribe: modelScribe(model), model, ...verifier, spent: model.spent, close };
}

interface Opened {
  readonly model: Model;
  readonly close: () => void;
}

async function httpAtWork({ settings, env }: Cairn): Promise<Opened> {
  const { httpModel } = await import("./scribe/http.ts");
  const form = settings.get("scribe.http.form");
  const url = settings.get("scribe.http.url");
  const model = settings.get("scribe.http.model");
  return { model: httpModel({ form, url, model, env, ...(await limits(settings)) }), close: () => undefined };
}

async function claudeAtWork({ settings, env, places }: Cairn): Promise<Opened> {
  const [{ claudeModel }, { Desk }] = await Promise.all([import("./scribe/claude.ts"), import("./scribe/desk.ts")]);
  const desk = Desk.take(places.cairnHome, places.project.key);
  const modelFor = () => settings.get("scribe.model");
  return { model: claudeModel({ desk, env, modelFor, ...(await limits(settings)) }), close: () => desk.leave() };
}

async function limits(settings: Cairn["settings"]) {
  const { Purse } = await import("./scribe/purse.ts");
  return { timeoutMs: TIMEOUT_MS, purse: new Purse(settings.get("scribe.maxTokens")) };
}
