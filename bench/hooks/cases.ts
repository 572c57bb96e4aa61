/** The clients that are compared: each in a home of its own, with as many memories, with and without a plugin. */

import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { Client } from "../../test/clients/client.ts";
import type { ClientVersion } from "../../test/clients/install.ts";
import type { ScriptedModel } from "../../test/clients/scripted-model.ts";
import { memories } from "../speed/made.ts";
import { makeSpeedWorld } from "../speed/world.ts";
import { barePlugin, silentPlugin } from "./plugins.ts";

export interface Planned {
  readonly name: string;
  readonly memories: number;
  readonly plugin: "none" | "bare" | "silent" | "cairn";
}

export interface Case extends Planned {
  readonly client: Client;
  readonly project: string;
  /** What a prompt may name, so that a memory is shown. */
  readonly titles: readonly string[];
}

/** The client reads the folder of memories too, so each size has its own client without a plugin. */
export function casesOf(sizes: readonly number[]): Planned[] {
  return sizes.flatMap((size, n): Planned[] => [
    { name: `none ${size}`, memories: size, plugin: "none" },
    ...(n === 0 ? (["bare", "silent"] as const) : []).map((plugin): Planned => {
      return { name: `${plugin} ${size}`, memories: size, plugin };
    }),
    { name: `cairn ${size}`, memories: size, plugin: "cairn" },
  ]);
}

export interface Stage {
  readonly client: ClientVersion;
  readonly model: ScriptedModel;
}

export async function makeCase(base: string, planned: Planned, { client, model }: Stage): Promise<Case> {
  mkdirSync(base, { recursive: true });
  const { cwd, home } = await makeSpeedWorld(base, planned.memories);
  const plugins = planned.plugin === "none" ? [] : [pluginOf[planned.plugin](base)];
  if (planned.plugin === "cairn") getReady(cwd, home);
  const titles = Array.from(memories(Math.min(500, planned.memories)), ({ title }) => title);
  return {
    ...planned,
    client: new Client({ version: client, model, home, project: cwd, plugins }),
    project: cwd,
    titles,
  };
}

const pluginOf = { bare: barePlugin, silent: silentPlugin, cairn: () => resolve("dist/plugin") };

/** As after a first session: the index is there, and so is what is known of the files. */
function getReady(cwd: string, home: string): void {
  for (const words of [
    ["recall", "anything"],
    ["list", "--limit", "1"],
  ])
    cairn(words, { cwd, home });
}

export function cairn(
  words: readonly string[],
  { cwd, home }: { cwd: string; home: string },
  build: string = resolve("dist"),
): void {
  const env = { HOME: home, PATH: dirname(process.execPath) };
  const { status, stderr } = spawnSync(process.execPath, [join(build, "cairn.cjs"), ...words], {
    cwd,
    env,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`cairn ${words.join(" ")}: ${stderr}`);
}
