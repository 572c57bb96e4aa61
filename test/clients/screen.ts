/** The interactive client on a screen of its own: typed to, pasted into, looked at. It needs tmux; without it tests say so. */

import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

const SIZE = ["-x", "160", "-y", "50"];
const LOOK_MS = 250;
const WAIT_MS = 60_000;

/** Whether there is one to look at. */
export const hasScreens = spawnSync("tmux", ["-V"]).status === 0;

export interface Shown {
  readonly program: string;
  readonly words: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

export class Screen {
  readonly #folder = mkdtempSync(join(tmpdir(), "cairn-screen-"));

  constructor({ program, words, cwd, env }: Shown) {
    // The server has the environment of who starts it: nothing of the caller's reaches the client.
    const start = [
      "-f",
      "/dev/null",
      "new-session",
      "-d",
      ...SIZE,
      "-c",
      cwd,
      [program, ...words].map(quoted).join(" "),
    ];
    execFileSync("tmux", [...this.#socket, ...start], { env: { ...env, TERM: "xterm-256color" } });
  }

  /** A line, and Enter. */
  async say(text: string): Promise<void> {
    this.#tmux("send-keys", "-l", "--", text);
    await this.enter();
  }

  async enter(): Promise<void> {
    await pause(500);
    this.#tmux("send-keys", "Enter");
  }

  /** As a terminal hands over what is pasted: between the marks for it. */
  async paste(text: string): Promise<void> {
    const file = join(this.#folder, "pasted");
    writeFileSync(file, text);
    this.#tmux("load-buffer", file);
    this.#tmux("paste-buffer", "-p", "-r");
    await pause(500);
  }

  /** Past what the client warns of before it skips permissions, where it does. */
  async begin(shown: RegExp): Promise<string> {
    const text = await this.shows(new RegExp(`Bypass Permissions mode[^]*Yes, I accept|${shown.source}`));
    if (!/Yes, I accept/.test(text)) return text;
    this.#tmux("send-keys", "Down");
    await this.enter();
    return this.shows(shown);
  }

  /** All that stands on it, and what has rolled off. */
  text(): string {
    return this.#tmux("capture-pane", "-p", "-J", "-S", "-3000");
  }

  async shows(wanted: RegExp | string, limitMs = WAIT_MS): Promise<string> {
    const until = Date.now() + limitMs;
    const isThere = (text: string) => (typeof wanted === "string" ? text.includes(wanted) : wanted.test(text));
    for (;;) {
      const text = this.text();
      if (isThere(text)) return text;
      if (Date.now() > until) throw new Error(`The screen does not show ${wanted}:\n${text.trimEnd()}`);
      await pause(LOOK_MS);
    }
  }

  /** Whether the client is still there. */
  get isOpen(): boolean {
    return spawnSync("tmux", [...this.#socket, "has-session"]).status === 0;
  }

  /** Leaves as a person does, and waits for the client's end. */
  async leave(): Promise<void> {
    await this.say("/exit");
    for (const until = Date.now() + WAIT_MS; this.isOpen && Date.now() < until; ) await pause(LOOK_MS);
    this.close();
  }

  close(): void {
    spawnSync("tmux", [...this.#socket, "kill-server"]);
    rmSync(this.#folder, { recursive: true, force: true });
  }

  get #socket(): string[] {
    return ["-S", join(this.#folder, "socket")];
  }

  #tmux(...words: readonly string[]): string {
    return execFileSync("tmux", [...this.#socket, ...words], { encoding: "utf8" });
  }
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
