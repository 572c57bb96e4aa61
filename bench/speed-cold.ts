/** One cold answer, as a hook would give it: open the index, one question, exit. Bundled on its own, as the product is. */

import { Corpus } from "../src/index/corpus.ts";
import { Segment } from "../src/index/segment.ts";
import { searchMemories } from "../src/recall/search.ts";
import { Searcher } from "../src/recall/searcher.ts";
import { fileReadable } from "./sets/file-readable.ts";

const [, , file, text] = process.argv;
const searcher = new Searcher(new Corpus([{ segment: new Segment(fileReadable(file!)) }]));
const { hits } = searchMemories(searcher, { text: text!, limit: 10 });
process.stdout.write(hits.map(({ row }) => row.path).join("\n"));
