/** What the records of several clients have alike: where one was started, and a piece of a long file. Only looked at. */

import { sep } from "node:path";
import { closing, openAt, unlessMissing } from "../disk/files.ts";

/** In one of these places or below it. */
export function isAt(folder: string, places: readonly string[]): boolean {
  return places.some((place) => folder === place || folder.startsWith(place.endsWith(sep) ? place : place + sep));
}

/** Empty where there is no such file. */
export function pieceOf(path: string, where: (size: number) => readonly [from: number, length: number]): string {
  const file = unlessMissing(() => openAt(path, "read"));
  if (file === undefined) return "";
  return closing(file, () => file.read(...where(file.stat().size)).toString("utf8"));
}
