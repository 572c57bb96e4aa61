/** A folder named by a person, in an option, a variable or a setting: taken only if there is no doubt which one it is. */

import { isAbsolute, join, resolve } from "node:path";
import { isWithin, realPlace, refused } from "./paths.ts";

export interface GivenFolder {
  /** The option, variable or setting it stands in, as the person knows it. */
  readonly field: string;
  readonly home: string;
}

/** The folder, absolute, in NFC and without a separator at its end. It need not exist. */
export function givenFolder(text: string, { field, home }: GivenFolder): string {
  const given = text.normalize("NFC");
  for (const [pattern, why] of refusals) if (pattern.test(given)) throw refused(field, why);
  const folder = expanded(given, home);
  if (!isAbsolute(folder)) throw refused(field, "is not an absolute path");
  const place = resolve(folder);
  if (place.length < 3) throw refused(field, "is a root, or too short to be meant");
  realPlace(place, field);
  return place;
}

/** As `givenFolder`, for memories: everything below it is taken for one, so the home folder is too wide. */
export function givenRoot(text: string, given: GivenFolder): string {
  const place = givenFolder(text, given);
  const real = realPlace(place, given.field);
  for (const home of [given.home, realPlace(given.home, "HOME")]) {
    if (isWithin(home, place) || isWithin(home, real)) throw refused(given.field, "is the home folder or above it");
  }
  return place;
}

const refusals: readonly (readonly [RegExp, string])[] = [
  [/\0/, "holds a NUL"],
  [/^[\\/]{2}/, "is a network path"],
  [/(?:^|[\\/])\.\.(?:[\\/]|$)/, "holds .."],
  [/^[A-Za-z]:[\\/]*$/, "is a drive"],
  [/^~(?!\/)/, "starts with ~ but not with ~/"],
  [/^~[/.]*$/, "is the home folder"],
];

function expanded(given: string, home: string): string {
  return given.startsWith("~/") ? join(home, given.slice(2)) : given;
}
