/**
 * Setting a clone up for the team's memory: the line of `.gitattributes` that names the merge driver, which is committed,
 * and the driver itself, which is this clone's. Shown first; a second run changes nothing.
 */

import { basename, dirname, join } from "node:path";
import type { Cairn } from "../cairn.ts";
import { replaceIn, sharedMode } from "../disk/durable.ts";
import { closing, fileExists, inFolder, realPathOf, removeFile } from "../disk/files.ts";
import { CairnError } from "../model/error.ts";
import { type Finding, ok, warning } from "../model/finding.ts";
import { readText } from "../places/paths.ts";
import { counted } from "../text/counted.ts";
import { closed, endOf, linesWithEnds } from "../text/lines.ts";
import { checkTeamFolder } from "./check.ts";
import { hookPlace, isOurHook } from "./check-hook.ts";
import { repositoryOf, type TeamRepository, teamFolder } from "./team-git.ts";

const driverName = "cairn";
const ATTRIBUTES = ".gitattributes";
const LINE = `${teamFolder}/**/*.md text eol=lf merge=${driverName}`;
const LARGEST = 1_000_000;
/** A path of no file, but like those of all. */
const PROBE = `${teamFolder}/project/any.md`;

interface SetupChange {
  readonly where: string;
  readonly says: string;
  carryOut(): Promise<void>;
}

/** What is left to do; nothing where all of it is there. `program`: the file of Cairn's that is running. */
export async function setupChanges(cairn: Cairn, program: string | undefined): Promise<SetupChange[]> {
  const repository = repositoryOf(cairn);
  return [...enabling(cairn), ...(await naming(cairn, repository)), ...(await driving(repository, driverOf(program)))];
}

/** What `setup` put into this clone and nowhere else: taken out again. `.gitattributes` is everybody's and stays. */
export async function takenOutOfClone(cairn: Cairn, { dryRun }: { readonly dryRun: boolean }): Promise<string[]> {
  const { git } = cairn.places.project;
  if (git?.worktree === undefined || git.gitDir === undefined) return [];
  const repository = repositoryOf(cairn);
  const lines: string[] = [];
  const isThere = await repository.ask("config", "--local", "--get", `merge.${driverName}.driver`);
  if (isThere !== undefined) {
    if (!dryRun) await repository.ask("config", "--local", "--remove-section", `merge.${driverName}`);
    lines.push(`the merge driver of this clone: git merges the team's memories as plain text then`);
  }
  const hook = hookPlace(cairn);
  if (isOurHook(readText(hook, LARGEST) ?? "")) {
    if (!dryRun) removeFile(hook);
    lines.push("the hook that checked the team's memories before a commit");
  }
  return lines;
}

/** In words, what keeps this clone from merging the team's memories; undefined where nothing does. */
async function setupLacks(cairn: Cairn): Promise<string | undefined> {
  const repository = repositoryOf(cairn);
  if (!(await namesDriver(repository))) return `${ATTRIBUTES} does not name the merge driver`;
  const driver = await repository.ask("config", "--local", "--get", `merge.${driverName}.driver`);
  if (driver === undefined) return "the merge driver is not set up in this clone";
  const isGone = programsIn(driver).some((program) => !fileExists(program));
  return isGone ? "the merge driver of this clone points at a program that is gone" : undefined;
}

/** For `doctor`: nothing where the team shares nothing here. */
export async function checkSetup(cairn: Cairn): Promise<Finding[]> {
  const { settings, places } = cairn;
  if (!settings.get("team.enabled") || places.project.git?.gitDir === undefined) return [];
  const lacks = await setupLacks(cairn);
  const next = "Until then git merges them as plain text. Set it up: cairn team setup.";
  return [
    lacks === undefined
      ? ok("team merge", "git merges the team's memories by what they say")
      : warning("team merge", lacks, next),
    ...checkFiles(cairn),
  ];
}

/** What CI would say of them. */
function checkFiles(cairn: Cairn): Finding[] {
  const folder = join(repositoryOf(cairn).worktree, teamFolder);
  const { files, findings } = checkTeamFolder(folder, teamFolder, cairn.settings.get("team.allowTypes"));
  const errors = findings.filter(({ level }) => level === "error");
  if (errors.length > 0) {
    const rules = [...new Set(errors.map(({ rule }) => rule))].join(", ");
    return [
      warning("team check", `${counted(errors.length, "error")}: ${rules}`, "See each at its line: cairn team check."),
    ];
  }
  return files === 0 ? [] : [ok("team check", `${counted(files, "file")} checked, nothing is wrong`)];
}

/** Whether a clone that is set up merges the team's files by what they say. A line of somebody's may win over ours. */
async function namesDriver(repository: TeamRepository): Promise<boolean> {
  const said = await repository.ask("check-attr", "merge", "--", PROBE);
  return said?.trimEnd().split(": ").at(-1) === driverName;
}

function enabling({ settings, places }: Cairn): SetupChange[] {
  if (settings.get("team.enabled")) return [];
  const project = settings.project ?? places.project.key;
  const carryOut = async () => void (await settings.set("team.enabled", true, { project }));
  return [{ where: "your settings, for this project", says: "team.enabled true", carryOut }];
}

async function naming(cairn: Cairn, repository: TeamRepository): Promise<SetupChange[]> {
  if (await namesDriver(repository)) return [];
  const path = join(repository.worktree, ATTRIBUTES);
  const carryOut = async () => {
    const lines = linesWithEnds(readText(path, LARGEST) ?? "");
    const text = [...closed(lines, endOf(lines)), `${LINE}${endOf(lines)}`].join("");
    const stores = await cairn.reach();
    closing(stores.has("team") ? stores.of("team").rootFolder.staging() : undefined, (temps) => {
      const how = { fresh: sharedMode(), ...(temps === undefined ? {} : { temps }) };
      inFolder(repository.worktree, (folder) => replaceIn(folder, ATTRIBUTES, Buffer.from(text), how));
    });
  };
  return [{ where: `${ATTRIBUTES} (commit it)`, says: LINE, carryOut }];
}

async function driving(repository: TeamRepository, driver: string): Promise<SetupChange[]> {
  const set = async (name: string, value: string) => {
    if ((await repository.ask("config", "--local", `merge.${driverName}.${name}`, value)) === undefined) throw notSet();
  };
  const isSet =
    (await repository.ask("config", "--local", "--get", `merge.${driverName}.driver`))?.trimEnd() === driver;
  if (isSet) return [];
  const carryOut = async () => {
    await set("driver", driver);
    await set("name", "memories of the team, merged by what they say");
  };
  return [{ where: "the config of this clone", says: `merge.${driverName}.driver = ${driver}`, carryOut }];
}

/** Where the driver cannot run any more, git merges as it always does. */
function driverOf(program: string | undefined): string {
  const place = program === undefined ? undefined : join(dirname(realPathOf(program) ?? program), "merge.cjs");
  if (place === undefined || !fileExists(place)) throw notBuilt(program);
  const otherwise = "git merge-file -L ours -L base -L theirs %A %O %B";
  return `${quoted(process.execPath)} ${quoted(place)} %O %A %B %P || ${otherwise}`;
}

function quoted(path: string): string {
  return `'${path.replaceAll("'", "'\\''").replaceAll("%", "%%")}'`;
}

/** The programs a driver of ours needs, the node first. */
function programsIn(driver: string): string[] {
  return Array.from(driver.matchAll(/'((?:[^']|'\\'')*)'/g), ([, path = ""]) =>
    path.replaceAll("'\\''", "'").replaceAll("%%", "%"),
  );
}

function notBuilt(program: string | undefined): CairnError {
  const beside = program === undefined ? "" : ` beside ${basename(program)}`;
  return new CairnError("NOT_FOUND", `The merge driver is not there: merge.cjs${beside}.`, {
    hint: "Install Cairn anew; in a clone of it: npm run build, then node dist/cairn.cjs team setup.",
  });
}

function notSet(): CairnError {
  return new CairnError("NOT_SAVED", "git did not take the merge driver into this clone's config.", {
    hint: "Check that git is there and that .git/config may be written, then run it again.",
  });
}
