/** A home with one client's own files in it, and a package of Cairn to be put there. */

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { hostNamed } from "../../src/hosts/registry.ts";
import { cairnWith, type Files, type InputOf, type TestCairn } from "./cairn-with.ts";

export const opencodePlugin = readFileSync(
  fileURLToPath(new URL("../../plugin/opencode/cairn.js", import.meta.url)),
  "utf8",
);

const packaged: Files = {
  ".claude-plugin/marketplace.json": "{}",
  "plugin/.claude-plugin/plugin.json": JSON.stringify({ version: "1.2.3" }),
  "plugin/cairn.cjs": "// the program\n",
  "plugin/opencode/cairn.js": opencodePlugin,
  "plugin/commands/review.md":
    // biome-ignore lint/suspicious/noTemplateCurlyInString: as the client fills it in
    '---\ndescription: "Decide: keep or drop"\nallowed-tools: Bash\n---\nThey ask: `$ARGUMENTS`\nRun `node "${CLAUDE_PLUGIN_ROOT}/cairn.cjs" review`.\n',
  "plugin/commands/save.md": "---\ndescription: Keep it\n---\nStart the agent `cairn:draft`.\n",
  "plugin/elsewhere/save.md": "---\ndescription: Keep it\n---\n`$ARGUMENTS` is kept; `/cairn:review` decides.\n",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: as the client fills it in
  "plugin/skills/memories/SKILL.md": "---\nname: memories\n---\n${CLAUDE_PLUGIN_ROOT}/x\n",
};

type HostName = NonNullable<InputOf<"init">["hosts"]>[number];

export class HostHouse {
  readonly cairn: TestCairn = cairnWith();
  readonly host: HostName;

  /** `files`: what lies in the home. */
  constructor(host: HostName, files: Files) {
    this.host = host;
    for (const [name, text] of Object.entries(files)) this.write(name, text);
  }

  path(name: string): string {
    return join(this.cairn.home, name);
  }

  read(name: string): string {
    return readFileSync(this.path(name), "utf8");
  }

  write(name: string, text: string): void {
    put(this.path(name), text);
  }

  package(name = "dist"): string {
    const folder = join(this.cairn.base, name);
    for (const [path, text] of Object.entries(packaged)) put(join(folder, path), text);
    return folder;
  }

  get program(): string {
    return join(this.package(), "plugin", "cairn.cjs");
  }

  init(input: InputOf<"init"> = {}) {
    return this.cairn.ask("init", { from: this.package(), hosts: [this.host], ...input }, { confirmed: true });
  }

  uninstall(input: InputOf<"uninstall"> = {}) {
    return this.cairn.ask("uninstall", input, { confirmed: true });
  }

  async doctor(env: Readonly<Record<string, string>> = {}) {
    const { checks } = await this.cairn.ask("doctor", {}, { env });
    return checks
      .filter(({ group }) => group === hostNamed(this.host)?.title)
      .map(({ what, state, found }) => `${what} ${state}: ${found}`);
  }
}

function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
