import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, onTestFinished, test } from "vitest";
import { fixedClock } from "../../disk/clock.ts";
import { type Attempt, type FaultVerdict, setFaults } from "../../disk/faults.ts";
import { CairnError } from "../../model/error.ts";
import { createRecord } from "../../places/registry.ts";
import { withRow } from "./edit.ts";
import { changePage, keepPage, type Workplace } from "./keep.ts";
import { initiativesTable, pageOf } from "./page.ts";

afterEach(() => setFaults(undefined));

const ABOUT_PAGE = /workspace\.md|cairn-page-[^/]+\/\.cairn-/;
const HAND = "Typed by hand.\n";

class Desk {
  readonly home = realpathSync(mkdtempSync(join(tmpdir(), "cairn-page-")));
  readonly file = join(this.home, "workspace.md");
  readonly clock = fixedClock("2025-06-02T12:00:00Z");
  readonly place: Workplace = {
    configDir: this.home,
    cairnHome: join(this.home, "cairn"),
    clock: this.clock,
    maxLines: 100,
  };

  constructor() {
    onTestFinished(() => rmSync(this.home, { recursive: true }));
    this.register("web");
    keepPage(this.place);
    this.age();
  }

  register(key: string): void {
    mkdirSync(join(this.home, "code", key), { recursive: true });
    const seen = this.clock.now().toISOString();
    const record = { key, path: join(this.home, "code", key), shallow: false, aliases: [], roots: [] };
    createRecord(this.place.cairnHome, { ...record, firstSeen: seen, lastSeen: seen });
  }

  /** Long saved, by Cairn's clock. */
  age(): void {
    utimesSync(this.file, 1_000, 1_000);
  }

  get text(): string {
    return readFileSync(this.file, "utf8");
  }

  initiative(name: string): Promise<void> {
    const edit = { shape: initiativesTable, isMeant: () => false, values: { name, projects: "web" } };
    return changePage(this.place, (text) => withRow(text, edit));
  }

  get page() {
    const { projects, initiatives } = pageOf(this.text);
    return { projects: projects.map(({ key }) => key), initiatives: initiatives.map(({ name }) => name) };
  }
}

/** Runs `work` with something done at its n-th system call on the page or its new text; false once there is no such call. */
async function atCall(
  n: number,
  act: (attempt: Attempt) => FaultVerdict | undefined,
  work: () => unknown,
): Promise<boolean> {
  let done = false;
  let left = n;
  setFaults((attempt) => {
    if (!ABOUT_PAGE.test(attempt.path) || --left > 0) return undefined;
    done = true;
    setFaults(undefined);
    return act(attempt);
  });
  try {
    await work();
  } catch (error) {
    if (!(error instanceof CairnError)) throw error;
  } finally {
    setFaults(undefined);
  }
  return done;
}

const saves: Readonly<Record<string, (desk: Desk) => void>> = {
  "in place": (desk) => appendFileSync(desk.file, HAND),
  "by a new file": (desk) => {
    writeFileSync(`${desk.file}~`, desk.text + HAND);
    renameSync(`${desk.file}~`, desk.file);
  },
};

for (const [how, save] of Object.entries(saves)) {
  test(`a person who saves ${how} while Cairn prints the page loses no line, and no project is lost`, async () => {
    let lost = 0;
    for (let n = 1; n < 400; n++) {
      const desk = new Desk();
      desk.register("ui");
      const act = () => {
        save(desk);
        return undefined;
      };
      const isLast = !(await atCall(n, act, () => keepPage(desk.place)));
      // The instant between the last look and the rename itself is all an editor that renames can lose.
      if (!isLast && !desk.text.includes(HAND)) lost += 1;
      desk.age();
      keepPage(desk.place);
      expect([n, desk.page.projects]).toEqual([n, ["web", "ui"]]);
      if (isLast) break;
    }
    expect(lost).toBeLessThanOrEqual(how === "in place" ? 0 : 1);
  });
}

test("a change that was asked for is there with what a person saved meanwhile", async () => {
  for (let n = 1; n < 400; n++) {
    const desk = new Desk();
    const save = () => {
      appendFileSync(desk.file, HAND);
      return undefined;
    };
    const isLast = !(await atCall(n, save, () => desk.initiative("Node 24")));
    expect([n, desk.page.initiatives]).toEqual([n, ["Node 24"]]);
    if (isLast) break;
    expect([n, desk.text.includes(HAND)]).toEqual([n, true]);
  }
});

test("whichever call the disk refuses, the page is whole, nothing is said to be saved that is not, and the next try works", async () => {
  for (let n = 1; n < 400; n++) {
    const desk = new Desk();
    const before = desk.text;
    let saved = false;
    const change = async () => {
      await desk.initiative("Node 24");
      saved = true;
    };
    const isLast = !(await atCall(n, () => ({ error: "EIO" }), change));
    if (saved) expect([n, desk.page.initiatives]).toEqual([n, ["Node 24"]]);
    else if (desk.text !== before) expect([n, desk.page.initiatives]).toEqual([n, ["Node 24"]]);
    await desk.initiative("Node 26");
    expect([n, desk.page.initiatives]).toEqual([
      n,
      saved || desk.page.initiatives.length > 1 ? ["Node 24", "Node 26"] : ["Node 26"],
    ]);
    if (isLast) break;
  }
});

test("a page somebody saved a moment ago is left to them until it has settled", () => {
  const desk = new Desk();
  desk.register("ui");
  appendFileSync(desk.file, HAND);
  const now = desk.clock.now();
  utimesSync(desk.file, now, now);
  expect(keepPage(desk.place)).toBe("too-fresh");
  expect(desk.page.projects).toEqual(["web"]);
  desk.clock.advance(5_000);
  expect(keepPage(desk.place)).toBe("written");
  expect(keepPage(desk.place)).toBe("unchanged");
  expect(desk.page.projects).toEqual(["web", "ui"]);
});

test("many changes at once are all there", async () => {
  const desk = new Desk();
  const names = Array.from({ length: 20 }, (_, n) => `Initiative ${n}`);
  await Promise.all(names.map((name) => desk.initiative(name)));
  expect(desk.page.initiatives.sort()).toEqual(names.sort());
});
