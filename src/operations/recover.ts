/**
 * `recover`: the thread of the work, for a context that was lost: state, how the person wants it, this session's decisions
 * and files, what to read next. Where a host has no events, the breadcrumb tells that it was lost.
 */

import type { Cairn } from "../cairn.ts";
import { SessionField, sessionMeant } from "../conversation/session-meant.ts";
import { defined } from "../model/defined.ts";
import { z } from "../model/schema.ts";
import { isOfAgent } from "../model/trust.ts";
import { MARKER } from "../session/person-told.ts";
import { CUT, LEFT_OFF, recoveryOf } from "../session/recovery.ts";
import { yours } from "../session/wishes.ts";
import { printBreadcrumb, wantsBreadcrumb } from "./breadcrumb.ts";
import { operation } from "./operation.ts";

export const recover = operation({
  name: "recover",
  summary: "Show the thread of the work again.",
  when: "Use it when the conversation was cut.",
  effect: "read",
  surfaces: ["cli", "mcp", "library"],
  examples: ["cairn recover"],
  input: z.strictObject({ session: SessionField }),
  output: z.object({
    session: z.string().optional(),
    /** Nothing can have been lost before the first reply. */
    first: z.boolean(),
    breadcrumb: z.string().optional(),
    tokens: z.number(),
    text: z.string(),
  }),

  async run({ session: given }, cairn) {
    const session = sessionMeant(cairn, given);
    const name = defined({ session });
    const { first, ...crumb } = breadcrumbFor(cairn, session);
    if (first) return { ...name, ...crumb, first, tokens: 0, text: "" };
    const at = cairn.clock.now().toISOString();
    const trail = cairn.sessions.trail(session ?? "none");
    const around = { cairn, session: session ?? "none", trail, at, units: UNITS };
    const { packed, before, wishes } = await recoveryOf(around);
    const isModels = isOfAgent(cairn.surface);
    const said = packed.text || (wishes.length === 0 ? "" : before);
    const text = isModels ? said : withoutEnvelope(said);
    return { ...name, ...crumb, first, tokens: packed.tokens, text };
  },

  show({ first, breadcrumb, text }) {
    const said = first ? "This is the first reply: nothing was lost." : text || "There is nothing to pick up here yet.";
    return [said, ...(breadcrumb === undefined ? [] : [`End this reply with ${breadcrumb}`])].join("\n");
  },
});

/** A person reads the words; what marks them as data is for a model. */
function withoutEnvelope(text: string): string {
  const lines = text
    .replace(CUT, LEFT_OFF)
    .split("\n")
    .filter((line) => line !== MARKER && !/^<\/?(?:cairn-memories|memory)\b[^>]*>$/.test(line))
    .map((line) => yours.get(line) ?? line);
  return lines.map((line) => line.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&")).join("\n");
}

/** What a tool's answer may hold, whatever the host. */
const UNITS = 10_000;

/** Only where no hook has called for this session, and only for a model: a person's terminal has no replies. */
function breadcrumbFor(cairn: Cairn, session: string | undefined): { first: boolean; breadcrumb?: string } {
  if (session === undefined || cairn.surface !== "mcp" || !wantsBreadcrumb(cairn)) return { first: false };
  const trail = cairn.sessions.trail(session);
  if (trail.state().ran !== undefined) return { first: false };
  const now = cairn.clock.now();
  const first = trail.once("breadcrumb", now.toISOString());
  return { first, breadcrumb: printBreadcrumb(cairn.places.project.key, now) };
}
