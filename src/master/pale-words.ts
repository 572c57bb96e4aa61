/** Words and folders that every project has: no theme is called so. One table. */

import { stopWords } from "../text/stop-words.ts";

const PALE = new Set(
  `src lib app scripts script outputs output planning pkg cmd internal util utils common shared core module modules package packages component components home users
  source sources test tests docs doc file files folder folders code use uses used using user session sessions project projects
  change changes changed work works working make makes made function functions line lines need needs needed thing things case cases
  time times value values name names type types default defaults version versions update updates updated added adds adding fixed
  fixes moved removed instead because decision decisions constraint preference learning discovery pattern failed approach
  note status blocker deferred reversed question run runs running keep keeps kept read reads write writes written call calls
  called switch switched settled always never every each when must should still first last next main also back both done
  from into over only other others since such than that them then there these they this those through under until very
  what where which while will with without would your about above after again before being between could does doing have having here
  just like more most much once same some goes going gets getting take takes taken give gives given find finds found show shows
  shown look looks looking consider considers address addresses addressed help helps tell tells told want wants wanted turn turns
  turned seem seems said says state states stated start starts started stop stops stopped begin begins open opens close closes
  good better best bad right wrong small large long short high many less least several second seconds minute minutes hour hours day
  days week weeks month months year years today redacted secret removed twice whole part parts step steps number numbers kind kinds
  list lists item items point points issue issues problem problems reason reasons result results option options example examples
  new old create creates created delete deletes deleted replace replaces replaced implement implements implemented support supports
  supported handle handles handled return returns returned check checks checked clean green pass passes passed passing fail fails
  ordered error errors bug bugs feature features task tasks todo left still yet already currently however actually really simply`.split(
    /\s+/,
  ),
);

/** `word` in lower case, as it stands or by its stem. */
export function isPale(word: string): boolean {
  return PALE.has(word) || stopWords.has(word);
}
