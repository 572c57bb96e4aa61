import fc from "fast-check";
import { expect, test } from "vitest";
import { sha256 } from "../../store/record.ts";
import { inStep, type KnownProject, type WorkspaceFacts } from "./in-step.ts";
import { noNote, type WorkspaceNote } from "./note.ts";
import { pageOf } from "./page.ts";

function project(key: string, more: Partial<KnownProject> = {}): KnownProject {
  return { key, aliases: [], path: `/code/${key}`, status: "active", lastSeen: "2025-06-02", ...more };
}

/** Cairn and a person at one page, in turns. */
class Desk {
  text = "";
  note: WorkspaceNote = noNote;

  keep(keys: readonly (string | KnownProject)[], more: Partial<WorkspaceFacts> = {}): this {
    const projects = keys.map((one) => (typeof one === "string" ? project(one) : one));
    const next = inStep(this.text, this.note, { projects, maxLines: 100, ...more });
    this.text = next.text;
    this.note = { ...next.note, wrote: sha256(next.text) };
    return this;
  }

  edit(from: string | RegExp, to: string): this {
    const before = this.text;
    this.text = before.replace(from, () => to);
    if (this.text === before) throw new Error(`nothing to edit: ${from}`);
    return this;
  }

  get keys(): string[] {
    return pageOf(this.text).projects.map(({ key }) => key);
  }
}

test("a new page lists the projects with their paths, and says how to get from one to the other", () => {
  const { text } = new Desk().keep(["web", "ui"]);
  expect(text).toMatchInlineSnapshot(`
    "# Workspace

    Kept by Cairn from the projects it knows. What you write here stays, and is read.

    ## Projects

    | Project | Path | Description | Status |
    | --- | --- | --- | --- |
    | ui | /code/ui |  | active |
    | web | /code/web |  | active |

    ## Relations

    | Project | Relation | Other | Found in |
    | --- | --- | --- | --- |

    ## Initiatives

    | Initiative | Projects | Status | Next |
    | --- | --- | --- | --- |

    ## Quick reference

    - \`cairn workspace\` shows what concerns the project you are in.
    - ui: \`cd /code/ui\`, \`cairn recall "…" --project ui\`
    - web: \`cd /code/web\`, \`cairn recall "…" --project web\`
    "
  `);
});

test("what a person wrote in a row stays, and the rest of the row follows the registry", () => {
  const desk = new Desk().keep(["web", "ui"]);
  desk.edit("| web | /code/web |  | active |", "| web | /code/web | The shop's pages | maintenance |");
  desk.keep([project("web", { path: "/new/web", status: "gone" }), project("ui", { path: "/new/ui", status: "gone" })]);
  expect(desk.text).toContain("| web | /new/web | The shop's pages | maintenance |\n");
  expect(desk.text).toContain("| ui | /new/ui |  | gone |\n");
});

test("a path a person wrote in another way stays as they wrote it", () => {
  const desk = new Desk().keep(["web"]).edit("/code/web", "~/code/web");
  desk.keep([project("web", { path: "/new/web" })]);
  expect(desk.text).toContain("| web | ~/code/web |  | active |");
});

test("a project taken out by hand stays out until it is used again", () => {
  const desk = new Desk().keep(["web", "ui"]).edit(/\| ui .*\n/, "");
  expect(desk.keep(["web", "ui"], { used: "web" }).keys).toEqual(["web"]);
  expect(desk.keep(["web", "ui", "api"]).keys).toEqual(["web", "api"]);
  expect(desk.keep(["web", "ui", "api"], { used: "ui" }).keys).toEqual(["web", "api", "ui"]);
});

test("an emptied page says nothing of any one project", () => {
  const desk = new Desk().keep(["web", "ui"]);
  desk.text = "\n";
  expect(desk.keep(["web", "ui"]).keys).toEqual(["ui", "web"]);
});

test("a section a person took out stays out, and what they added stays where it is", () => {
  const desk = new Desk().keep(["web"]).edit(/\n## Quick reference[\s\S]*/, "\n## On call\n\nAsk Ada.\n");
  desk.keep(["web", "ui"]);
  expect(desk.text).not.toContain("Quick reference");
  expect(desk.text).toMatch(/## On call\n\nAsk Ada\.\n$/);
  expect(pageOf(desk.text).notes).toEqual([{ heading: "On call", text: "Ask Ada." }]);
});

test("a page that was there before gets the projects, and keeps every byte it had", () => {
  const desk = new Desk();
  desk.text = "# My repos\r\n\r\nThe big picture.";
  desk.keep(["web"]);
  expect(desk.text.startsWith("# My repos\r\n\r\nThe big picture.")).toBe(true);
  expect(desk.keys).toEqual(["web"]);
});

test("a person's own table is used, by its own columns", () => {
  const desk = new Desk();
  desk.text =
    "## Repositories\n\n| Repo Key | Description | Path | Owner |\n|---|---|---|---|\n| `web` | Shop | /x | Ada |\n";
  desk.keep(["web", "ui"]);
  expect(desk.text).toBe(
    "## Repositories\n\n| Repo Key | Description | Path | Owner |\n|---|---|---|---|\n| `web` | Shop | /x | Ada |\n| ui |  | /code/ui |  |\n",
  );
});

test("a project that got another key keeps its row, and one that is gone from the registry loses Cairn's", () => {
  const desk = new Desk().keep(["web", "ui", "api"]).edit("/code/web |  |", "/code/web | Shop |");
  desk.edit("/code/api |  |", "/code/api | Kept by hand |");
  desk.keep([project("shop", { aliases: ["web"], path: "/code/web" })]);
  expect(pageOf(desk.text).projects).toEqual([
    { key: "api", path: "/code/api", description: "Kept by hand", status: "active" },
    { key: "shop", path: "/code/web", description: "Shop", status: "active" },
  ]);
});

test("the page keeps to its lines: the oldest of Cairn's own rows leave, nothing a person wrote does or counts", () => {
  const many = Array.from({ length: 60 }, (_, n) => project(`p${n}`, { lastSeen: `2025-01-${10 + (n % 20)}` }));
  const desk = new Desk().keep(many.slice(0, 5)).edit("/code/p0 |  |", "/code/p0 | Mine |");
  desk.keep(many, { maxLines: 40, used: "p7" });
  expect(desk.text.split("\n").length - 1).toBe(40 + 1);
  expect(desk.keys).toEqual(expect.arrayContaining(["p0", "p7"]));
  const left = many.length - desk.keys.length;
  expect(desk.text).toContain(`| … | ${left} more projects | \`cairn workspace\` shows all of them |  |`);
  expect(desk.keep(many, { maxLines: 200 }).keys.length).toBe(60);
  expect(desk.text).not.toContain("more projects");
  const prose = Array.from({ length: 50 }, (_, n) => `Line ${n}.`).join("\n");
  desk.edit("## Relations", `## Prose\n\n${prose}\n\n## Relations`).keep(many, { maxLines: 40 });
  expect(desk.text.split("\n").length - 1).toBe(95 - 1);
  expect(desk.text).toContain(prose);
});

test("a row need not end with a bar, a table need not begin with one, and a page may begin with a mark of its editor's", () => {
  const shapes = [
    "## Projects\n\n| Project | Path | Description |\n| --- | --- | --- |\n| web | /code/web | Shop\n| ui | /code/ui | Kit |\n",
    "\uFEFF## Projects\n\nProject | Path | Description\n--- | --- | ---\nweb | /code/web | Shop\nui | /code/ui | Kit\n",
  ];
  for (const text of shapes) {
    const desk = new Desk();
    desk.text = text;
    desk.keep(["web", "ui", "api"]);
    expect(desk.text.startsWith(text), desk.text).toBe(true);
    expect(desk.keys).toEqual(["web", "ui", "api"]);
    expect(desk.note.hidden).toEqual([]);
    desk.keep([project("web", { path: "/moved" }), "ui", "api"]);
    expect(pageOf(desk.text).projects[0]).toMatchObject({ key: "web", path: "/moved", description: "Shop" });
  }
});

test("relations and initiatives follow a project that got another key, whatever stands around its name", () => {
  const desk = new Desk().keep(["web", "api"]);
  desk.text = desk.text
    .replace(/(Found in \|\n.*\n)/, "$1| [web](../web) | Depends on | **api** |  |\n")
    .replace(/(Next \|\n.*\n)/, "$1| Move | api, `web` | running |  |\n");
  desk.keep([project("shop", { aliases: ["web"] }), "api"]);
  expect(desk.text).toContain("| [shop](../web) | Depends on | **api** |  |");
  expect(desk.text).toContain("| Move | api, `shop` | running |  |");
  expect(pageOf(desk.text).relations).toEqual([{ project: "shop", relation: "Depends on", other: "api", found: "" }]);
});

test("while a page is being changed both the old and the new words count as Cairn's", () => {
  const desk = new Desk().keep(["web"]);
  const moved = inStep(desk.text, desk.note, { projects: [project("web", { path: "/b" })], maxLines: 100 });
  // Killed after the page was written: the note knows the words before and after.
  desk.text = moved.text;
  desk.note = { ...desk.note, cells: { web: { path: ["/code/web", "/b"], status: ["active"] } } };
  expect(desk.keep([project("web", { path: "/c" })]).text).toContain("| web | /c |  | active |");
});

test("whatever a page says, keeping it in step loses no line of a person's, and a second time changes nothing", () => {
  const cell = fc.constantFrom("web", "ui", "", "a \\| b", "…", "`web`", "/code/web", "active");
  const line = fc.oneof(
    fc.constantFrom(
      "## Projects",
      "## Relations",
      "## Repos",
      "```",
      "| Project | Path |",
      "|---|---|",
      "",
      "text",
      "| a |",
    ),
    fc.tuple(cell, cell, cell).map((cells) => `| ${cells.join(" | ")} |`),
    fc.string({ maxLength: 12 }).map((text) => text.replace(/[\r\n]/g, "")),
  );
  const keys = fc.uniqueArray(fc.constantFrom("web", "ui", "api", "x|y"), { maxLength: 4 });
  fc.assert(
    fc.property(fc.array(line, { maxLength: 14 }), keys, fc.constantFrom("\n", "\r\n"), (lines, some, end) => {
      const text = lines.join(end);
      const desk = new Desk();
      desk.text = text;
      desk.keep(some);
      const after = desk.text.split(/\r?\n/);
      const isOwn = (written: string) => /^\|\s*…\s*\|/.test(written) || some.some((key) => written.includes(key));
      if (text.trim() !== "") for (const written of lines) if (!isOwn(written)) expect(after).toContain(written);
      const once = desk.text;
      expect(desk.keep(some).text).toBe(once);
    }),
  );
});

test("the quick reference follows what is there, until somebody makes it theirs", () => {
  const desk = new Desk().keep(["web", "ui"]);
  const empty = "| Project | Relation | Other | Found in |\n| --- | --- | --- | --- |\n";
  desk.edit(empty, `${empty}| web | depends on | ui | package.json |\n`).keep(["web", "ui", "api"]);
  expect(desk.text).toContain('- web: `cd /code/web`, `cairn recall "…" --project web` — depends on ui\n');
  expect(desk.text).toContain("--project ui` — needed by web\n");
  expect(desk.text).toContain("- api: `cd /code/api`");
  desk.keep(["web", "ui", project("api", { path: "/code/my api", status: "gone" })]);
  expect(desk.text).not.toContain("- api:");
  expect(new Desk().keep(["web"]).keep([]).text).not.toContain("/code/web");
  desk.edit(/- ui: .*\n/, "- ui: ask Ada\n");
  const mine = desk.text;
  expect(desk.keep(["web", "ui", project("api", { path: "/code/my api", status: "gone" })]).text).toBe(mine);
  desk.edit(/\n## Quick reference[\s\S]*$/, "");
  expect(desk.keep(["web", "ui"]).text).not.toContain("Quick");
});

test("many projects cost the quick reference few lines", () => {
  const many = Array.from({ length: 200 }, (_, n) => project(`p${n}`, { lastSeen: `2025-06-${10 + (n % 20)}` }));
  const { text } = new Desk().keep(many);
  expect(text.split("\n").length - 1).toBe(100);
  expect(text.match(/--project p\d+`/g)?.length).toBe(5);
});
