/** What a hook of a host is answered, in the host's own form. Without a schema, for a process that has just started. */

import type { Cairn } from "../../cairn.ts";
import { answerAt, isMoment } from "../../session/answer.ts";
import type { Moment } from "../../session/moment.ts";
import { claudeCode } from "./claude-code.ts";
import type { Host, Payload } from "./host.ts";

const hosts: Readonly<Record<string, Host>> = { "claude-code": claudeCode };

interface Hooked {
  readonly host: string;
  readonly moment: string;
  readonly payload: Payload;
}

interface Answered {
  /** Empty where there is nothing to say. */
  readonly text: string;
  /** What is printed then. */
  readonly silence: string;
}

/** A host or moment nobody knows is not argued with. */
export async function answered({ host: name, moment, payload }: Hooked, cairn: Cairn): Promise<Answered> {
  const host = Object.hasOwn(hosts, name) ? hosts[name] : undefined;
  if (host === undefined || !isMoment(moment)) return { text: "", silence: "{}" };
  return { text: await answerOf(host, moment, payload, cairn), silence: host.silence };
}

async function answerOf<M extends Moment>(host: Host, moment: M, payload: Payload, cairn: Cairn): Promise<string> {
  const event = host.events[moment](payload, cairn.env);
  return host.print(moment, await answerAt(moment, event, { cairn, units: host.units }));
}
