/** A real client that is not Claude Code, as a test runs it: in a home of its own, with nothing of the caller's environment. */

import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { dirname } from "node:path";
import { expect, onTestFinished } from "vitest";
import { endMarked, leftAfter, MARK } from "../processes.ts";
import type { Scene } from "../scene.ts";
import { Screen } from "../screen.ts";
import { type OtherName, otherProgram } from "./programs.ts";
import { ScriptedApi } from "./scripted-api.ts";

/** On a busy machine a start alone may take half a minute. */
const LIMIT_MS = 180_000;
const GRACE_MS = 5_000;

export interface OtherRun {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export class OtherClient {
  readonly api: ScriptedApi;
  readonly #name: OtherName;
  readonly #scene: Scene;
  readonly #mark = randomUUID();

  private constructor(name: OtherName, scene: Scene, api: ScriptedApi) {
    this.#name = name;
    this.#scene = scene;
    this.api = api;
  }

  /** What it left running when the test is over fails the test, and is ended. */
  static async in(name: OtherName, scene: Scene): Promise<OtherClient> {
    const api = await ScriptedApi.start();
    const client = new OtherClient(name, scene, api);
    onTestFinished(async () => {
      const left = await leftAfter(client.#mark, GRACE_MS);
      await endMarked(client.#mark);
      await api.stop();
      expect(left).toEqual([]);
    });
    return client;
  }

  /** To its end. `input`: what it reads. */
  run(words: readonly string[], env: Readonly<Record<string, string>> = {}, input?: string): Promise<OtherRun> {
    const child = spawn(otherProgram(this.#name), words, {
      cwd: this.#scene.project,
      env: { ...this.#env(), ...env },
      stdio: ["pipe", "pipe", "pipe"],
    });
    // One that ends before it has read all of it is judged by its code.
    child.stdin.on("error", () => undefined).end(input);
    return new Promise((resolve, reject) => {
      const texts = { out: "", err: "" };
      child.stdout.setEncoding("utf8").on("data", (text: string) => {
        texts.out += text;
      });
      child.stderr.setEncoding("utf8").on("data", (text: string) => {
        texts.err += text;
      });
      const limit = setTimeout(() => void endMarked(this.#mark), LIMIT_MS);
      child.once("error", reject);
      child.once("close", (code) => {
        clearTimeout(limit);
        resolve({ code, ...texts });
      });
    });
  }

  /** As a person has it before them. */
  screen(words: readonly string[], env: Readonly<Record<string, string>> = {}): Screen {
    const shown = { program: otherProgram(this.#name), words, cwd: this.#scene.project };
    const screen = new Screen({ ...shown, env: { ...this.#env(), ...env } });
    onTestFinished(() => screen.close());
    return screen;
  }

  #env(): Record<string, string> {
    return {
      HOME: this.#scene.home,
      PATH: `${dirname(process.execPath)}:/usr/bin:/bin`,
      LANG: "C.UTF-8",
      HTTP_PROXY: this.api.url,
      HTTPS_PROXY: this.api.url,
      NO_PROXY: "127.0.0.1,localhost",
      [MARK]: this.#mark,
    };
  }
}
