/** Cairn's commands among a person's prompts: what was typed, whatever a client makes of it. Pure. */

/** The first line of a command's text: what was typed, in one form for all clients. */
export function firstLine(name: string, words: string): string {
  return `/cairn:${name} ${words}`;
}

/** What was typed, where a client hands on what a command of Cairn's stands for. */
export function typedIn(text: string): string {
  return /^(\/cairn:[a-z]+\b[^\n]*)\n\n/.exec(text)?.[1]?.trimEnd() ?? text;
}
