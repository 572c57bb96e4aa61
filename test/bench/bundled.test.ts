/** What a bench imports is what Node has, though the program's own modules are loaded late. */

import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";

test("in a bundled bench a client's version is read from what its program prints (finding D2)", () => {
  const script = `
    import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
    import { join } from "node:path";
    import { tmpdir } from "node:os";
    import { runSource } from "./scripts/run-source.mjs";
    const { ensureClient, clientVersions } = await runSource("test/clients/install.ts");
    const fetch = async (folder, spec) => {
      const place = join(folder, "node_modules", spec.slice(0, spec.lastIndexOf("@")));
      mkdirSync(place, { recursive: true });
      writeFileSync(join(place, "claude"), "#!/bin/sh\\necho '" + clientVersions[0] + " (test)'\\n", { mode: 0o755 });
    };
    const cache = mkdtempSync(join(tmpdir(), "cairn-clients-"));
    console.log((await ensureClient(clientVersions[0], { cache, fetch, say: () => {} })).startsWith(cache));
    rmSync(cache, { recursive: true });`;
  const out = execFileSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" });
  expect(out.trim()).toBe("true");
});
