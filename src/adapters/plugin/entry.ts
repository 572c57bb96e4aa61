/** What the plugin's file is beside the hooks: `mcp` serves the session, the rest is the command line. */

/** The exit code, when everything is written. */
export const done: Promise<number> = start();

async function start(): Promise<number> {
  const [what] = process.argv.slice(2);
  if (what === "mcp") return (await import("../mcp/entry.ts")).done;
  return (await import("../cli/entry.ts")).done;
}
