/** What tests of the person's profile ask for. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { How, InputOf, TestCairn } from "./cairn-with.ts";

export const user = (cairn: TestCairn, input: InputOf<"user">, how?: How) => cairn.ask("user", input, how);

export const update = (cairn: TestCairn, subject: string, set: Record<string, string>, how?: How) =>
  user(cairn, { action: "update", subject, set }, how);

export const fieldsOf = async (cairn: TestCairn, subject: string) =>
  (await user(cairn, { subject })).profile?.[0]?.fields ?? {};

/** Every file of the person's, with its text. */
export const userFiles = (cairn: TestCairn) =>
  (readdirSync(cairn.userRoot, { recursive: true }) as string[])
    .filter((path) => path.endsWith(".md") && path !== "MEMORY.md")
    .map((path) => [path, readFileSync(join(cairn.userRoot, path), "utf8")]);

/** A file as a person, or another program, writes one. */
export const byHand =
  "# Preferences\n\n**Last Updated**: 2025-01-01\n\n## Style\n- **Detail Level**: concise\n- **Naming**: [your choice]\n\n## My own\nNever touch this line: it is mine.\n";
