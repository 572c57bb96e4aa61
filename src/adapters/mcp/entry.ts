/** Starts the MCP server in this process. It ends when its input ends; standard output carries nothing but protocol. */

import { randomUUID } from "node:crypto";
import { resolve } from "node:path";
import type { Cairn } from "../../cairn.ts";
import { CairnError } from "../../model/error.ts";
import { exitCodes } from "../../operations/show/command-line.ts";
import { parseArguments } from "../cli/arguments.ts";
import { registry } from "../registry.ts";
import { greetedBefore, STARTING_MS } from "./greeted.ts";
import { StdioTransport } from "./stdio.ts";

/** The first answer does not wait for it: it is loaded when the client has been greeted. */
const loading = () => import("../../cairn.ts");

async function serve(words: readonly string[]): Promise<number> {
  const { globals } = parseArguments(words, []);
  if (globals.help !== undefined) return help();
  const memoryDir = globals["memory-dir"];
  // Not a static import: in the bundle, zod is ready only for what is loaded like this.
  const { cairnServer } = await import("./server.ts");
  let env: NodeJS.ProcessEnv = process.env;
  const open = async () => {
    const { openCairn } = await loading();
    return openCairn({
      cwd: resolve(globals.cwd ?? ""),
      env,
      surface: "mcp",
      ...(memoryDir === undefined ? {} : { memoryDir: resolve(memoryDir) }),
    });
  };
  const isScribes = await underScribe(env, resolve(globals.cwd ?? ""));
  const instructions = isScribes ? undefined : await instructionsFor(env, open);
  // Whether a reply is the first is known of a session that has a name.
  if (instructions !== undefined) env = { CAIRN_SESSION: randomUUID(), ...env };
  const { server, warmUp, close } = cairnServer({
    // Hooks are answered, with nothing; there is no tool.
    registry: isScribes ? { hook: registry.hook } : registry,
    open,
    instructions,
    report: (text) => process.stderr.write(`cairn: a bug in Cairn\n${text}\n`),
  });
  const closed = new Promise<void>((resolve) => {
    server.onclose = resolve;
  });
  const before = greetedBefore();
  const waitMs = before === undefined ? STARTING_MS : 0;
  if (!isScribes) server.oninitialized = () => void setTimeout(warmUp, waitMs).unref();
  if (before !== undefined) process.stdin.unshift(before.bytes);
  await server.connect(new StdioTransport(process.stdin, process.stdout, before?.answered));
  await closed;
  await close();
  return exitCodes.done.code;
}

async function help(): Promise<number> {
  const [{ serverPage }, { servers }] = await Promise.all([
    import("../../operations/show/help-text.ts"),
    import("../../operations/show/command-line.ts"),
  ]);
  await new Promise((done) => process.stdout.write(`${serverPage(servers[0])}\n`, done));
  return exitCodes.done.code;
}

/** In a client that Cairn itself has started, to draft. A repository cannot say so. */
async function underScribe(env: NodeJS.ProcessEnv, cwd: string): Promise<boolean> {
  if (env["CAIRN_SCRIBE"] === undefined) return false;
  return (await import("../../session/under-scribe.ts")).isUnderScribe(env, cwd);
}

/** A plugin's hooks tell of a lost context; any other host's model has to notice by itself, where that is wanted. */
async function instructionsFor(env: NodeJS.ProcessEnv, open: () => Promise<Cairn>): Promise<string | undefined> {
  if (env["CLAUDE_PLUGIN_ROOT"] !== undefined || env["CAIRN_HOST"] !== undefined) return undefined;
  const [{ breadcrumbRule, wantsBreadcrumb }, cairn] = await Promise.all([
    import("../../operations/breadcrumb.ts"),
    open().catch(() => undefined), // whatever is wrong is told with the first tool
  ]);
  return cairn !== undefined && wantsBreadcrumb(cairn) ? breadcrumbRule : undefined;
}

/** The exit code, when the input has ended. */
export const done: Promise<number> = serve(process.argv.slice(3)).catch((error: unknown) => {
  if (!(error instanceof CairnError)) throw error;
  process.stderr.write(`cairn: ${error.message}\n`);
  return exitCodes[error.kind].code;
});
