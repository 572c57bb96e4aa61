/** What the project tells of itself in a master: its branch and last commits, what it is called, what lies in it. Pure. */

import type { ProjectNow } from "../evidence/facts.ts";
import { counted } from "../text/counted.ts";
import type { Told } from "./assemble.ts";
import { plainLine } from "./statement.ts";

const MOST_FOLDERS = 5;
/** Folders that tell a project's shape; the rest is paperwork. */
const SHAPELESS = /^(?:docs?|_docs|tests?|__tests__|scripts?|bin|examples?|assets|public|static|bench|fixtures|tools)$/;

export function toldByProject({ history, manifests, files }: ProjectNow): Told[] {
  const { branch, commits, touched } = history;
  const [last] = commits;
  const on = branch === undefined ? "" : `On branch ${plainLine(branch, 60)}; last`;
  const busy = touched.slice(0, MOST_FOLDERS).map(([folder, count]) => `${plainLine(folder, 40)} (${count})`);
  const [manifest] = manifests;
  return [
    ...(last === undefined
      ? []
      : [
          {
            text: `${on || "Last"} commit ${last.hash.slice(0, 7)}: ${plainLine(last.subject, 120)}`,
            from: "git",
            at: last.at,
          },
        ]),
    ...(busy.length === 0
      ? []
      : [{ text: `The last ${counted(commits.length, "commit")} touched ${busy.join(", ")}`, from: "git", at: "" }]),
    ...(manifest?.name === undefined
      ? []
      : [{ text: aboutPackage(manifest, topFolders(files)), from: manifest.file, at: "" }]),
  ];
}

function aboutPackage(
  { name = "", description = "", needs }: ProjectNow["manifests"][number],
  folders: readonly string[],
): string {
  const about = description === "" ? "" : `, ${plainLine(description, 120)}`;
  const laid = folders.length === 0 ? "" : `; its code lies in ${folders.join(", ")}`;
  return `The package ${plainLine(name, 60)}${about}: ${counted(needs.length, "dependency", "dependencies")}${laid}`;
}

/** Two levels where the first says nothing. */
function topFolders(files: readonly string[] | undefined): string[] {
  const tops = new Set((files ?? []).filter((path) => path.includes("/")).map((path) => path.split("/")[0] ?? ""));
  return [...tops].filter((folder) => !SHAPELESS.test(folder) && !folder.startsWith(".")).slice(0, MOST_FOLDERS);
}
