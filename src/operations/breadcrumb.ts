/** The marker a reply ends with where a host has no events: a context without it was cut. */

import type { Cairn } from "../cairn.ts";

export function printBreadcrumb(project: string, now: Date): string {
  return `<!-- MEMORY_BREADCRUMB: ${project} | ${now.toISOString()} -->`;
}

/** Only in a project that was started: elsewhere nobody asked for marks in replies. */
export function wantsBreadcrumb({ settings }: Pick<Cairn, "settings">): boolean {
  const isStarted = settings.get("views").includes("_session.json");
  return isStarted && settings.get("enabled") && settings.get("breadcrumb") === "auto";
}

/** For a model whose host cannot tell when its context is cut. */
export const breadcrumbRule = [
  "Cairn keeps this project's memory. Your context may be cut without a word, so:",
  "at the start of a reply, if your last reply in this conversation does not end with a MEMORY_BREADCRUMB comment,",
  "call recover and go on from there; end every reply with the comment that recover gave you, at the present time.",
].join(" ");
