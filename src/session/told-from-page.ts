/** A session that begins as most do, told from the page that was worked out for it. Loaded before the program is. */

import { ownEnvironment } from "../places/own-environment.ts";
import { tellFrom } from "../trail/start-page.ts";

interface Launched {
  /** Cairn's home, where no repository has a say in it. */
  readonly home: string | undefined;
  readonly program: string;
}

/** What the host's hook is to be answered; undefined is a miss. Whatever is not as usual is left to the program, which says so. */
export function toldFromPage(payload: string, { home, program }: Launched): string | undefined {
  try {
    const { session_id: session, source } = JSON.parse(payload);
    if (source !== "startup" || typeof session !== "string" || home === undefined) return undefined;
    const cwd = process.cwd();
    const env = ownEnvironment({ env: process.env, cwd });
    const unattended = env["CLAUDE_CODE_SESSION_ATTENDED"] === "0" || /^sdk/.test(env["CLAUDE_CODE_ENTRYPOINT"] ?? "");
    return tellFrom(home, { session, cwd, env, program, unattended });
  } catch {
    return undefined; // no such folder or input, a trail that is there, a disk that refuses
  }
}
