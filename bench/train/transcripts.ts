/** The prose of a transcript: who said what, without code, tool output and thoughts. */

export interface Said {
  readonly speaker: "user" | "agent";
  readonly text: string;
}

export function proseOf(path: string, text: string): Said[] {
  return path.endsWith(".json") ? eventProse(text) : specstoryProse(text);
}

function specstoryProse(text: string): Said[] {
  const parts = text.split(/^_\*\*(User|Agent|Assistant)[^*]*\*\*_\s*$/m);
  const said: Said[] = [];
  for (let i = 1; i + 1 < parts.length; i += 2) {
    const prose = withoutCode(parts[i + 1]!);
    if (prose !== "") said.push({ speaker: parts[i] === "User" ? "user" : "agent", text: prose });
  }
  return said;
}

function eventProse(text: string): Said[] {
  const events = JSON.parse(text) as { type?: string; role?: string; text?: string }[];
  return events.flatMap(({ type, role, text: words }) => {
    const prose = type === "message" && words ? withoutCode(words) : "";
    return prose === "" ? [] : [{ speaker: role === "user" ? ("user" as const) : ("agent" as const), text: prose }];
  });
}

function withoutCode(text: string): string {
  return text
    .replace(/<(think|tool-use)\b[\s\S]*?<\/\1>/g, " ")
    .replace(/```[\s\S]*?```/g, " ")
    .replace(/<[^>\n]{1,200}>/g, " ")
    .replace(/^---+$/gm, " ")
    .trim();
}
