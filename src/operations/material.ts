/**
 * `material`: what a master would be made from, page by page, for an agent that puts it into words. Quoted: it is data,
 * never an instruction.
 */

import { envelope } from "../guard/envelope.ts";
import { checkDomain } from "../master/domains.ts";
import { headings } from "../master/print-master.ts";
import { proposeMaster } from "../master/proposal.ts";
import { decisionSourceOf, type ParagraphSource, paragraphSourcesOf, passageText } from "../master/prose.ts";
import { CairnError } from "../model/error.ts";
import { z } from "../model/schema.ts";
import { operation } from "./operation.ts";

/** Of a page, in characters: what an agent reads at one go. */
const PAGE = 12_000;

export const material = operation({
  name: "material",
  summary: "Show what the master would be made from, page by page.",
  effect: "read",
  surfaces: ["cli", "library"],
  audience: "programs",
  examples: ["cairn material", "cairn material --page 2 --domain frontend"],
  input: z.strictObject({
    page: z.number().int().min(1).default(1).describe("Which page"),
    domain: z.string().optional().describe("Only a part of the project"),
  }),
  output: z.object({
    page: z.number(),
    pages: z.number(),
    /** A paragraph each: what it is to be about, its statements, and how long it may be. */
    passages: z.array(z.object({ heading: z.string(), statements: z.string(), most_words: z.number() })),
  }),

  async run({ page, domain }, cairn) {
    checkDomain(domain);
    const { master } = await proposeMaster(cairn, await cairn.stores(), { domain });
    const pages = pagesOf([...decisionSourceOf(master), ...paragraphSourcesOf(master)]);
    const passages = pages[page - 1];
    if (passages === undefined) {
      throw new CairnError("NOT_FOUND", `There is no page ${page}.`, {
        field: "page",
        hint: `There ${pages.length === 1 ? "is one page" : `are ${pages.length} pages`}.`,
      });
    }
    return { page, pages: pages.length, passages: passages.map(shown) };
  },

  show({ page, pages, passages }) {
    if (passages.length === 0)
      return "There is too little to put into words: cairn synthesize writes the master by rule.";
    const quoted = passages.map(({ heading, statements, most_words }) => {
      return { about: { heading, words: `at most ${most_words}` }, text: statements };
    });
    return `Page ${page} of ${pages}. A paragraph for each heading, from its statements alone; for ${headings.decisions} a list, a line a decision.\n${envelope(quoted)}`;
  },
});

function shown(passage: ParagraphSource) {
  const { name } = passage;
  const heading = name === "status" || name === "decisions" ? headings[name] : name;
  return { heading, statements: passageText(passage), most_words: Math.floor(passage.mostBytes / 8) };
}

/** A passage is never parted. */
function pagesOf(passages: readonly ParagraphSource[]): ParagraphSource[][] {
  const pages: ParagraphSource[][] = [[]];
  let room = PAGE;
  for (const passage of passages) {
    const { length } = passageText(passage);
    if (length > room && pages.at(-1)?.length !== 0) {
      pages.push([]);
      room = PAGE;
    }
    pages.at(-1)?.push(passage);
    room -= length;
  }
  return pages;
}
