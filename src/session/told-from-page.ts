/** A session that begins as most do, told from the page that was worked out for it. Loaded before the program is. */

import { tellFrom } from "../trail/start-page.ts";

interface Launched {
  /** Cairn's home, where no repository has a say in it. */
  readonly home: string | undefined;
  /** Undefined where it is gone. */
  readonly cwd: string | undefined;
  /** Without what a repository put there. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly program: string;
}

/** What the host's hook is to be answered; undefined is a miss. Whatever is not as usual is left to the program, which says so. */
export function toldFromPage(payload: string, { home, cwd, env, program }: Launched): string | undefined {
  try {
    const { session_id: session, source } = JSON.parse(payload);
    if (source !== "startup" || typeof session !== "string") return undefined;
    if (home === undefined || cwd === undefined) return undefined;
    const unattended = env["CLAUDE_CODE_SESSION_ATTENDED"] === "0" || /^sdk/.test(env["CLAUDE_CODE_ENTRYPOINT"] ?? "");
    return tellFrom(home, { session, cwd, env, program, unattended });
  } catch {
    return undefined; // no such folder or input, a trail that is there, a disk that refuses
  }
}
