/**
 * What the server does while nobody asks it anything: reads what the first question would wait for, puts things in order,
 * prepares what the next session is told, and brings your machines in step when a session is over. Nobody ever waits for it.
 */

import type { Cairn } from "../../cairn.ts";
import { programNow } from "../hooks/handed-over.ts";

/** Nobody has asked for so long: then nobody is kept waiting. */
const IDLE_MS = 5_000;
/** Nobody has asked for so long that the session may be over. */
const SILENT_MS = 20 * 60_000;
/** The client is gone: so long it may take to bring your machines in step before the server ends too. */
const LAST_MS = 30_000;

/** The client is greeted before either is loaded: what drafts, dreams and reads transcripts comes with them. */
const warmingUp = () => import("../../session/warm-up.ts");
const settling = () => import("../../session/idle-work.ts");
const preparing = () => import("../../session/prepare-start.ts");

export class BetweenCalls {
  #lastAsked = Date.now();
  #isPreparing = false;
  #leaving: Promise<unknown> | undefined;

  /** Whatever begins here waits until nobody has asked for a while. */
  noteAsked(): void {
    this.#lastAsked = Date.now();
  }

  /** Whatever goes wrong here goes wrong again when it is asked for, and is told then. */
  async warmUp(cairn: Cairn): Promise<void> {
    const since = this.#lastAsked;
    const { warmUp } = await warmingUp();
    await warmUp(cairn, () => this.#lastAsked === since).catch(() => undefined);
    this.#settleWhenIdle(cairn);
  }

  /** What the next session is told, once there is time: after each turn, and once all is settled. */
  prepareWhenIdle(cairn: Cairn): void {
    if (this.#isPreparing) return;
    this.#isPreparing = true;
    this.#whenIdle(async () => {
      this.#isPreparing = false;
      await cairn.sessions.quietly("start page", async () => (await preparing()).prepareStart(cairn, programNow()));
    });
  }

  /** At a session's very end, which the server sees as the end hook's answer, or as the end of its input. */
  leave(cairn: Cairn): Promise<unknown> {
    const after = async () => (await settling()).afterSession(cairn);
    this.#leaving ??= cairn.sessions.quietly("sync", after).finally(() => {
      this.#leaving = undefined;
    });
    return this.#leaving;
  }

  /** The same before the process ends, for so long as that may take. */
  async leaveInTime(cairn: Cairn): Promise<void> {
    if (!cairn.settings.get("sync.auto")) return;
    await Promise.race([this.leave(cairn), new Promise((resolve) => setTimeout(resolve, LAST_MS).unref())]);
  }

  /** Soon after the start, and once in every long silence. */
  #settleWhenIdle(cairn: Cairn): void {
    let settled = 0;
    const settle = async () => {
      settled = this.#lastAsked;
      await cairn.sessions.quietly("settling in", async () => (await settling()).settleIn(cairn));
      this.prepareWhenIdle(cairn);
    };
    this.#whenIdle(settle);
    const isSilent = () => this.#lastAsked > settled && Date.now() - this.#lastAsked >= SILENT_MS;
    setInterval(() => isSilent() && settle(), SILENT_MS / 4).unref();
  }

  #whenIdle(work: () => unknown): void {
    const idleMs = Date.now() - this.#lastAsked;
    if (idleMs >= IDLE_MS) work();
    else setTimeout(() => this.#whenIdle(work), IDLE_MS - idleMs).unref();
  }
}
