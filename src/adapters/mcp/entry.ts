/** Starts the MCP server in this process. It ends when its input ends; standard output carries nothing but protocol. */

import { resolve } from "node:path";
import { CairnError } from "../../model/error.ts";
import { exitCodes } from "../../operations/command-line.ts";
import { parseArguments } from "../cli/arguments.ts";
import { registry } from "../registry.ts";
import { StdioTransport } from "./stdio.ts";

/** The first answer does not wait for it: it is loaded when the client has been greeted. */
const loading = () => import("../../cairn.ts");

async function serve(words: readonly string[]): Promise<number> {
  const { globals } = parseArguments(words, []);
  const memoryDir = globals["memory-dir"];
  // Not a static import: in the bundle, zod is ready only for what is loaded like this.
  const { cairnServer } = await import("./server.ts");
  const { server, warmUp, close } = cairnServer({
    registry,
    async open() {
      const { openCairn } = await loading();
      return openCairn({
        cwd: resolve(globals.cwd ?? ""),
        env: process.env,
        surface: "mcp",
        ...(memoryDir === undefined ? {} : { memoryDir: resolve(memoryDir) }),
      });
    },
    report: (text) => process.stderr.write(`cairn: a bug in Cairn\n${text}\n`),
  });
  const closed = new Promise<void>((resolve) => {
    server.onclose = resolve;
  });
  server.oninitialized = () => void warmUp();
  await server.connect(new StdioTransport(process.stdin, process.stdout));
  await closed;
  await close();
  return exitCodes.done.code;
}

/** The exit code, when the input has ended. */
export const done: Promise<number> = serve(process.argv.slice(3)).catch((error: unknown) => {
  if (!(error instanceof CairnError)) throw error;
  process.stderr.write(`cairn: ${error.message}\n`);
  return exitCodes[error.kind].code;
});
