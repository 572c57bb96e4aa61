/** The message a command commits with, or the text of the pull request it opens. Pure. */

const COMMITS = /\bgit\s+(?:-\S+\s+\S+\s+)*commit\b|\bgh\s+pr\s+create\b/;
const HEREDOC = /<<-?\s*['"]?(\w+)['"]?\n([\s\S]*?)\n\s*\1\b/;
const QUOTED = /(?:^|\s)(?:-[a-z]*m|--message|--title|--body)[= ]\s*(?:"((?:[^"\\]|\\.)*)"|'([^']*)')/g;
const TRAILER = /^(?:co-authored-by|signed-off-by|🤖|generated with)\b.*$/gim;

export function commitMessageIn(command: string): string | undefined {
  if (!COMMITS.test(command)) return undefined;
  const heredoc = HEREDOC.exec(command)?.[2];
  const quoted = [...command.matchAll(QUOTED)].map(([, double, single]) => double ?? single ?? "");
  const message = (heredoc ?? quoted.join("\n\n")).replace(TRAILER, "").trim();
  return message === "" || message.startsWith("$(") ? undefined : message;
}
