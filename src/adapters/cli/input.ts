/** What a command reads besides its words: files named by a flag, standard input, and a yes or no. */

import { resolve } from "node:path";
import type { Readable } from "node:stream";
import { NotAFileError, readFileAt, TooLargeError } from "../../disk/files.ts";
import { CairnError } from "../../model/error.ts";
import { largestText } from "../../model/new-words.ts";

const MAX_BYTES = 4_000_000;

interface Sources {
  readonly cwd: string;
  readonly stdin: Readable;
}

/** The text of each file. Relative to where the person is. */
export async function readFiles(
  files: Readonly<Record<string, string>>,
  from: Sources,
): Promise<Record<string, string>> {
  const texts: Record<string, string> = {};
  for (const [field, path] of Object.entries(files)) {
    const bytes = path === "-" ? await readAll(from.stdin, field) : readNamed(resolve(from.cwd, path), path, field);
    texts[field] = textOf(bytes, field);
  }
  return texts;
}

/** Only a clear yes is one. */
export async function readYes(stdin: Readable): Promise<boolean> {
  let line = "";
  for await (const chunk of stdin.iterator({ destroyOnReturn: false })) {
    line += chunk;
    if (line.includes("\n")) break;
  }
  return /^\s*y(es)?\s*$/i.test(line.split("\n")[0] ?? "");
}

function readNamed(path: string, shown: string, field: string): Buffer {
  let found: Buffer | undefined;
  try {
    found = readFileAt(path, MAX_BYTES);
  } catch (error) {
    if (error instanceof TooLargeError) throw tooLarge(field);
    const refused = error instanceof NotAFileError || (error instanceof Error && "code" in error);
    if (!refused) throw error;
    throw unreadable(`${shown} cannot be read: ${error.message}.`, field);
  }
  if (found === undefined) throw unreadable(`There is no file called ${shown}.`, field);
  return found;
}

async function readAll(stdin: Readable, field: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stdin) {
    chunks.push(Buffer.from(chunk));
    size += chunks.at(-1)!.length;
    if (size > MAX_BYTES) throw tooLarge(field);
  }
  return Buffer.concat(chunks);
}

function textOf(bytes: Buffer, field: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw unreadable("The file is not text in UTF-8.", field);
  }
}

function tooLarge(field: string): CairnError {
  // A file may be more than a memory: what it is read for has a limit of its own.
  const [most, hint] =
    field === "body"
      ? [largestText, "Shorten it; one memory holds one thing worth knowing."]
      : [MAX_BYTES, "Name a smaller one."];
  return new CairnError("READ_ERROR", `The text is too long: at most ${most} bytes.`, { field, hint });
}

function unreadable(message: string, field: string): CairnError {
  return new CairnError("READ_ERROR", message, {
    field,
    hint: "Name a text file, or - for standard input.",
  });
}
