/** One cold answer of another engine: start, open its file, one question, exit. */

import { engines } from "./engines.ts";

const [, , engine, file, text] = process.argv;
const answer = await engines[engine!]!.open(file!);
await answer(text!);
