/** What finding offers, in one place: a command that finds nothing loads none of it. */

export { BetweenAnswers } from "./between-answers.ts";
export { Finder } from "./finder.ts";
