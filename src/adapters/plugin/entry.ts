/** The plugin's one file: `mcp` serves the session, anything else is a command, of which hooks use one. */

async function start(): Promise<void> {
  const { done } = process.argv[2] === "mcp" ? await import("../mcp/entry.ts") : await import("../cli/entry.ts");
  process.exitCode = await done;
}

void start();
