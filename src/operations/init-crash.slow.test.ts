import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { cairnWith, type TestCairn } from "../../test/support/cairn-with.ts";
import { setFaults } from "../disk/faults.ts";

afterEach(() => setFaults(undefined));

const SETTINGS = '{\n  "model": "opus"\n}\n';
const CHANGING = new Set(["open", "write", "sync", "rename", "link", "unlink", "makeFolder", "chmod", "close"]);

function world(): { cairn: TestCairn; from: string } {
  const cairn = cairnWith();
  const from = join(cairn.base, "dist");
  put(join(from, ".claude-plugin", "marketplace.json"), "{}");
  put(join(from, "plugin", "cairn.cjs"), "");
  put(join(from, "plugin", "commands", "save.md"), "Save.\n");
  put(join(cairn.home, ".claude", "settings.json"), SETTINGS);
  return { cairn, from };
}

function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** The host's files, which may be the old ones or the new ones and nothing else. */
function hostFiles({ cairn }: { cairn: TestCairn }): Record<string, string> {
  const names = ["settings.json", "plugins/known_marketplaces.json", "commands/save.md"];
  const there = names
    .map((name) => [name, join(cairn.home, ".claude", name)] as const)
    .filter(([, path]) => existsSync(path));
  return Object.fromEntries(
    there.map(([name, path]) => [name, readFileSync(path, "utf8").replace(/"lastUpdated": "[^"]*"/, "")]),
  );
}

/** Stands for a kill: the n-th change reaches the disk by half, and no call after it does. */
function killAt(n: number): void {
  let changes = 0;
  setFaults(({ call }) => {
    if (!CHANGING.has(call) || ++changes < n) return undefined;
    return changes === n ? { error: "EIO", half: true } : { error: "EIO" };
  });
}

async function attempt(place: ReturnType<typeof world>, name: "init" | "uninstall"): Promise<boolean> {
  const input = name === "init" ? { from: place.from, commands: true } : {};
  const outcome = await place.cairn.outcome(name, input, { confirmed: true });
  return outcome.ok;
}

test.each(["init", "uninstall"] as const)(
  "killed anywhere in %s, each file is the old or the new one, and the next run finishes it",
  async (name) => {
    const whole = world();
    if (name === "uninstall") await attempt(whole, "init");
    const before = hostFiles(whole);
    await attempt(whole, name);
    const after = hostFiles(whole);
    const differing = Object.keys({ ...before, ...after }).filter((file) => before[file] !== after[file]);
    expect(differing.length).toBe(3);

    let killed = 0;
    for (let n = 1; ; n++) {
      const place = world();
      if (name === "uninstall") await attempt(place, "init");
      const same = (texts: Record<string, string>) =>
        JSON.parse(JSON.stringify(texts).replaceAll(whole.cairn.base, place.cairn.base));
      const [old, now] = [same(before), same(after)];
      killAt(n);
      const finished = await attempt(place, name).catch(() => false);
      setFaults(undefined);
      const found = hostFiles(place);
      for (const file of differing)
        expect({ n, file, text: [old[file], now[file]].includes(found[file]) }).toEqual({ n, file, text: true });
      if (finished) break;
      killed++;
      expect(await attempt(place, name)).toBe(true);
      expect(hostFiles(place)).toEqual(now);
      if (name === "init") await attempt(place, "uninstall");
      expect(hostFiles(place)).toEqual({ "settings.json": SETTINGS });
    }
    expect(killed).toBeGreaterThan(20);
  },
);
