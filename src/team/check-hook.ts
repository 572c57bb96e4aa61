/** What runs `team check` where people commit and merge: a hook of one clone, and a workflow file for everybody. */

import { join } from "node:path";
import type { Cairn } from "../cairn.ts";
import { realPathOf } from "../disk/files.ts";
import { configured } from "./team-git.ts";

const FIRST = "# Cairn: nothing that holds a secret or a conflict is committed to the team's memory.";

/** What is about to be committed is checked, not what lies in the folder. Where Cairn is gone it says so and lets be. */
export function hookText(program: string | undefined): string {
  const cairn = (program === undefined ? undefined : realPathOf(program)) ?? program ?? "cairn";
  return textWith(quoted(process.execPath), quoted(cairn));
}

function textWith(node: string, cairn: string): string {
  return `#!/bin/sh
${FIRST}
git diff --cached --quiet -- .claude/memory && exit 0
[ -x ${node} ] && [ -f ${cairn} ] || { echo "Cairn is gone: the team's memory is not checked." >&2; exit 0; }
staged=$(mktemp -d) || exit 1
trap 'rm -rf "$staged"' EXIT
git ls-files -z -- .claude/memory | git checkout-index -z --stdin --prefix="$staged/" || exit 1
${node} ${cairn} team check --folder "$staged/.claude/memory"
`;
}

function quoted(path: string): string {
  return `'${path.replaceAll("'", "'\\''")}'`;
}

/** Whichever programs it names, from its first line to its last: with a line of yours in it, it is yours. */
export function isOurHook(text: string): boolean {
  return [textWith(NODE, CAIRN), textWith(NODE, CAIRN).replace(`[ -x ${NODE} ] && `, "")].some((shape) =>
    new RegExp(
      `^${shape
        .replace(/[^\w\s\0]/g, "\\$&")
        .replaceAll(NODE, QUOTED)
        .replaceAll(CAIRN, QUOTED)}$`,
    ).test(text),
  );
}

const [NODE, CAIRN, QUOTED] = ["\0node", "\0cairn", "'(?:[^'\\n]|'\\\\'')*'"];

/** Of this clone; one whose config names another folder of hooks has its own way with them. */
export function hookPlace({ places }: Cairn): string {
  return join(places.project.git?.commonDir ?? "", "hooks", "pre-commit");
}

/** Whether git would not run a hook that lies there. */
export function hasOtherHooks(cairn: Cairn): boolean {
  return configured(cairn, "core.hookspath") !== undefined;
}

export const workflowPath = ".github/workflows/team-memory.yml";
export const workflowText = `name: Team memory
on:
  pull_request:
    paths: [".claude/memory/**", ".gitattributes"]
jobs:
  check:
    runs-on: ubuntu-latest
    permissions:
      contents: read
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with:
          node-version: 22
      - run: npx --yes cairn-memory team check
`;
