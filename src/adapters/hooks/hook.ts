/**
 * `hook`: what a host's hook says, as the host says it, and the answer in the host's own form. Declared like every
 * operation, so that the command line and the server reach it by the one door; on neither is anybody told of it.
 */

import { parsed } from "../../hosts/payload.ts";
import { textFile, z } from "../../model/schema.ts";
import { operation } from "../../operations/operation.ts";
import { answered } from "./answered.ts";

/** A host that says something else than we expect is not argued with. */
const Word = z.string().default("").catch("");

export const hook = operation({
  name: "hook",
  summary: "Answer a hook of the host. For plugins.",
  effect: "write",
  unlisted: true,
  speaksToHost: true,
  surfaces: ["cli", "mcp"],
  positional: ["host", "moment"],
  // Loose: a warm server is handed the fields of the payload one by one.
  input: z.looseObject({
    host: Word.describe("The host that calls"),
    moment: Word.describe("The moment at which it calls"),
    payload: textFile("What the host wrote to the hook, as JSON"),
  }),
  output: z.object({ text: z.string(), silence: z.string() }),

  async run({ host: name, moment, payload, ...fields }, cairn) {
    return answered({ host: name, moment, payload: payload === undefined ? fields : parsed(payload) }, cairn);
  },

  show: ({ text, silence }) => (text === "" ? silence : text),
});
