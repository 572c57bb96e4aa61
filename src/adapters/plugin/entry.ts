/** What is in the plugin's file: `mcp` serves the session, `hook` answers for a process that is only just starting, the rest is the command line. */

/** The exit code, when everything is written. */
export const done: Promise<number> = start();

async function start(): Promise<number> {
  const [what] = process.argv.slice(2);
  if (what === "mcp") return (await import("../mcp/entry.ts")).done;
  if (what === "hook") return (await import("./hook-command.ts")).done;
  return (await import("../cli/entry.ts")).done;
}
