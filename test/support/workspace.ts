/** Several projects on one machine, and the page they are listed on, which a person edits too. */

import { existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { cairnWith, type TestCairn } from "./cairn-with.ts";

export class Workspace {
  readonly cairn: TestCairn;
  readonly page: string;

  constructor(cairn = cairnWith()) {
    this.cairn = cairn;
    this.page = join(cairn.home, ".claude", "workspace.md");
  }

  folder(name: string, files: Readonly<Record<string, string>> = {}): string {
    const path = join(this.cairn.base, name);
    mkdirSync(path, { recursive: true });
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(join(path, file, ".."), { recursive: true });
      writeFileSync(join(path, file), text);
    }
    return path;
  }

  /** A project something was kept for. */
  async project(name: string, files: Readonly<Record<string, string>> = {}): Promise<string> {
    const cwd = this.folder(name, files);
    await this.cairn.ask("remember", { text: `A fact of ${name}.`, kind: "project" }, { cwd });
    return cwd;
  }

  get text(): string {
    return existsSync(this.page) ? readFileSync(this.page, "utf8") : "";
  }

  /** As a person does, a while ago by the test's clock. */
  edit(from: string | RegExp, to: string): void {
    const before = this.text;
    writeFileSync(
      this.page,
      before.replace(from, () => to),
    );
    expect(this.text).not.toBe(before);
    const past = new Date(this.cairn.clock.now().getTime() - 60_000);
    utimesSync(this.page, past, past);
  }
}
