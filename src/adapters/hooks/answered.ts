/** What a hook of a host is answered, in the host's own form. Without a schema, for a process that has just started. */

import type { Cairn } from "../../cairn.ts";
import type { Host } from "../../hosts/host.ts";
import type { Payload } from "../../hosts/payload.ts";
import { hostCalling } from "../../hosts/registry.ts";
import { answerAt, isMoment } from "../../session/answer.ts";
import type { Moment } from "../../session/moment.ts";

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
  const host = hostCalling(name, payload, cairn.env);
  if (host === undefined || !isMoment(moment)) return { text: "", silence: "{}" };
  return answerOf(host, moment, payload, cairn);
}

async function answerOf<M extends Moment>(host: Host, moment: M, payload: Payload, cairn: Cairn): Promise<Answered> {
  const { events, print, silence, units } = await host.moments();
  const answer = await answerAt(moment, events[moment](payload, cairn.env), { cairn, units, host: host.name });
  return { text: print(moment, answer), silence };
}
