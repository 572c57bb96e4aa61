/** One cold answer, glance only: open the index of a root, look for changes, one question. Run by `cold-launch.ts`. */

import { asking } from "./cairn.ts";

const [folder = "", state = "", text = ""] = process.argv.slice(-3);
const titles = asking({ folder, state })(text) as string[];
process.stdout.write(titles.join("\n"));

export const done = Promise.resolve(0);
