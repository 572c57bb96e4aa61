import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { cacheFolder, clientProgram, ensureClient, type Fetch } from "./install.ts";

const version = "2.1.325";
const posix = test.skipIf(process.platform === "win32");

function emptyCache(): string {
  const cache = mkdtempSync(join(tmpdir(), "cairn-client-cache-"));
  onTestFinished(() => rmSync(cache, { recursive: true, force: true }));
  return cache;
}

/** Writes a program that says a version, as npm would put it, and counts how often it was asked. */
function fetching(says: string): { readonly fetch: Fetch; readonly specs: string[] } {
  const specs: string[] = [];
  const fetch: Fetch = async (folder, spec) => {
    specs.push(spec);
    const program = join(folder, "node_modules", spec.slice(0, spec.lastIndexOf("@")), "claude");
    mkdirSync(dirname(program), { recursive: true });
    writeFileSync(program, `#!/bin/sh\necho "${says} (Claude Code)"\n`, { mode: 0o755 });
  };
  return { fetch, specs };
}

posix("a client is installed once, in the exact version", async () => {
  const cache = emptyCache();
  const { fetch, specs } = fetching(version);
  const lines: string[] = [];
  const how = { cache, fetch, say: (line: string) => lines.push(line) };
  const program = await ensureClient(version, how);
  expect(await ensureClient(version, how)).toBe(program);
  expect(clientProgram(version, cache)).toBe(program);
  expect(specs).toEqual([expect.stringMatching(/^@anthropic-ai\/claude-code-[a-z0-9-]+@2\.1\.325$/)]);
  expect(lines).toHaveLength(1);
});

posix("two runs that install at once both get the client", async () => {
  const cache = emptyCache();
  const how = { cache, fetch: fetching(version).fetch, say: () => {} };
  const [one, other] = await Promise.all([ensureClient(version, how), ensureClient(version, how)]);
  expect(other).toBe(one);
  expect(readdirSync(cache)).toEqual([expect.stringMatching(/^2\.1\.325-/)]);
});

posix("a half install is not taken for whole, and leaves nothing behind", async () => {
  const cache = emptyCache();
  const dies: Fetch = async (folder, spec) => {
    await fetching(version).fetch(folder, spec);
    throw new Error("the line went dead");
  };
  await expect(ensureClient(version, { cache, fetch: dies, say: () => {} })).rejects.toThrow("the line went dead");
  expect(readdirSync(cache)).toEqual([]);
  expect(() => clientProgram(version, cache)).toThrow("npm run test:clients");
});

posix("what a killed install left is swept", async () => {
  const cache = emptyCache();
  const noSuchPid = 2 ** 30;
  mkdirSync(join(cache, `.making-${version}-${noSuchPid}`));
  await ensureClient(version, { cache, fetch: fetching(version).fetch, say: () => {} });
  expect(readdirSync(cache)).toEqual([expect.stringMatching(/^2\.1\.325-/)]);
});

posix("a package with another program in it is refused", async () => {
  const cache = emptyCache();
  const wrong = ensureClient(version, { cache, fetch: fetching("2.1.3").fetch, say: () => {} });
  await expect(wrong).rejects.toThrow("calls itself 2.1.3");
  expect(readdirSync(cache)).toEqual([]);
});

test("a client is never installed into the repository", async () => {
  const cache = fileURLToPath(new URL(".", import.meta.url));
  await expect(ensureClient(version, { cache, fetch: fetching(version).fetch })).rejects.toThrow("CAIRN_TEST_CACHE");
});

test.each([
  [{ CAIRN_TEST_CACHE: "/a", XDG_CACHE_HOME: "/b", HOME: "/c" }, "/a/cairn-clients"],
  [{ XDG_CACHE_HOME: "/b", HOME: "/c" }, "/b/cairn-clients"],
  [{ CAIRN_TEST_CACHE: "", HOME: "/c" }, "/c/.cache/cairn-clients"],
])("with %o the clients lie in %s", (env, folder) => {
  expect(cacheFolder(env)).toBe(folder);
});

posix("a registry that cannot be reached is said to be that, and nothing is left", async () => {
  const cache = emptyCache();
  const fetch: Fetch = () => Promise.reject(Object.assign(new Error("npm"), { stderr: "npm error network ENOTFOUND" }));
  const installing = ensureClient(version, { cache, fetch, say: () => {} });
  await expect(installing).rejects.toThrow(/2\.1\.325 could not be installed; npm must reach .* ENOTFOUND/);
  expect(readdirSync(cache)).toEqual([]);
});
