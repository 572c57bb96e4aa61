/**
 * What a model proposed as a session's summary, kept until the person says yes: whoever saves it in another process
 * saves what was shown, and the model is asked once. Private, without secrets, for a day, and only while its input stands.
 */

import type { ScribeName } from "../capture/scribes.ts";
import { Staging } from "../capture/staging.ts";
import type { SessionFound } from "../conversation/session-found.ts";
import { unlessRefused } from "../disk/files.ts";
import { redact } from "../guard/redact.ts";
import { sessionMemoryId } from "../model/id.ts";
import { sha256 } from "../store/record.ts";
import { jsonFrom, withEachText } from "../text/json.ts";
import type { Summary } from "./by-rule.ts";

const LIFE_MS = 86_400_000;

/** What the model was shown, and which one it was. */
interface Input {
  readonly scribe: ScribeName;
  readonly ruled: Summary;
}

interface Kept {
  readonly at: string;
  readonly input: string;
  readonly summary: Summary;
}

/** Undefined where none is kept, or where the session, its summary or the model is another by now. */
export async function proposalKept(found: SessionFound, input: Input): Promise<Summary | undefined> {
  const text = await unlessRefused(async () => staging(found).read(Staging.proposalOf(found.session)));
  const kept = jsonFrom(text ?? "") as Partial<Kept> | undefined;
  if (kept?.summary === undefined || kept.input !== (await printOf(found, input))) return undefined;
  const age = found.home.clock.now().getTime() - Date.parse(kept.at ?? "");
  return age >= 0 && age < LIFE_MS ? kept.summary : undefined;
}

/** A disk that refuses it costs another question to the model, and nothing else. */
export async function keepProposal(found: SessionFound, input: Input, summary: Summary): Promise<void> {
  const at = found.home.clock.now().toISOString();
  const kept: Kept = { at, input: await printOf(found, input), summary: cleansed(summary) as Summary };
  await unlessRefused(async () => staging(found).put(Staging.proposalOf(found.session), JSON.stringify(kept)));
}

export async function dropProposal(found: SessionFound): Promise<void> {
  await unlessRefused(async () => staging(found).remove([Staging.proposalOf(found.session)]));
}

function staging({ home }: SessionFound): Staging {
  return new Staging(home.places.cairnHome);
}

async function printOf({ session, turns, home }: SessionFound, { scribe, ruled }: Input): Promise<string> {
  const stands = (await home.stores()).of("project").find(sessionMemoryId(session))?.hash ?? "";
  const model = (["scribe.http.url", "scribe.http.model", "scribe.http.form", "scribe.verify"] as const).map((key) =>
    home.settings.get(key),
  );
  const writer = home.settings.get("scribe.model");
  return sha256(JSON.stringify([home.places.project.key, scribe, model, writer, stands, ruled, turns]));
}

/** Every text in it without its secrets. */
function cleansed(value: unknown): unknown {
  return withEachText(value, (text) => redact(text).text);
}
