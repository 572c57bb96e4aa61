/** A scripted model and a client in a temporary home, for one test. At its end nothing may run on, and all is removed. */

import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { Client, type ClientOptions } from "./client.ts";
import { leftBehind } from "./left-behind.ts";
import { type Rule, ScriptedModel } from "./scripted-model.ts";

/** What the client logs of a session's last hook when its second and a half are over. */
const GAVE_UP = /SessionEnd:\S* \[.*\] cancelled$/m;

export class Scene {
  readonly base = realpathSync(mkdtempSync(join(tmpdir(), "cairn-client-")));
  readonly home = this.folder("home");
  readonly project = this.folder("project");
  readonly model: ScriptedModel;

  constructor(model: ScriptedModel) {
    this.model = model;
  }

  folder(...parts: readonly string[]): string {
    const place = join(this.base, ...parts);
    mkdirSync(place, { recursive: true });
    return place;
  }

  /** `path` counts from the base. */
  write(path: string, text: string): string {
    const place = join(this.base, path);
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, text);
    return place;
  }

  /** A client here. What it left running when the test is over fails the test, and is ended. */
  client(options: Partial<ClientOptions> & Pick<ClientOptions, "version">): Client {
    const client = new Client({ model: this.model, home: this.home, project: this.project, ...options });
    onTestFinished(async () => {
      const left = await client.left();
      await client.end();
      expect(left).toEqual([]);
    });
    return client;
  }
}

export async function scene(...rules: readonly Rule[]): Promise<Scene> {
  const model = await ScriptedModel.start(...rules);
  const made = new Scene(model);
  onTestFinished(async ({ task }) => {
    await model.stop();
    const left = task.result?.state === "fail" ? leftBehind(made.base) : "";
    rmSync(made.base, { recursive: true, force: true });
    if (left === "") return;
    console.error(left);
    // The last word on why it failed: such a test is tried again.
    if (GAVE_UP.test(left)) throw new Error("Hook cancelled: the client did not wait for it.");
  });
  return made;
}
