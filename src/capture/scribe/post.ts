/**
 * One request over http or https, and its whole answer. No redirect is followed, since it would take the key along; no
 * certificate is taken on trust, whatever the environment says; nothing is read beyond a cap.
 */

import type { ClientRequest, IncomingMessage, RequestOptions } from "node:http";

interface Posting {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly timeoutMs: number;
}

export interface Posted {
  readonly status: number;
  readonly text: string;
  /** In seconds, where the server says when to come back. */
  readonly retryAfter: number | undefined;
}

/** `late`: the time was over. `lost`: there was no connection, or it broke. */
export class NoAnswer extends Error {
  override readonly name = "NoAnswer";
  readonly why: "late" | "lost";

  constructor(why: "late" | "lost", cause?: unknown) {
    super(why, { cause });
    this.why = why;
  }
}

const MOST_BYTES = 4_000_000;

export async function post({ url, headers, body, timeoutMs }: Posting): Promise<Posted> {
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
