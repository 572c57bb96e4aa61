/** Starts the command line in this process. */

import { openCairn } from "../../cairn.ts";
import { registry } from "../registry.ts";
import { main } from "./main.ts";
import { thisProcess } from "./world.ts";

/** The exit code, when everything is written. */
export const done: Promise<number> = main(thisProcess, { registry, open: openCairn });
