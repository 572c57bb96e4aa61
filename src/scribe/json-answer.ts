/** The one JSON object in what a model answered: bare, in a fence, or with words around it. Never longer than the cap. Pure. */

const LONGEST = 400_000;

export type Read = { readonly value: unknown } | { readonly problem: string };

export function jsonIn(answer: string): Read {
  if (answer.length > LONGEST) return { problem: `longer than ${LONGEST} characters` };
  const bare = answer.trim().replace(/^```[a-z]*\s*\n([\s\S]*?)\n?```$/i, "$1");
  const [from, to] = [bare.indexOf("{"), bare.lastIndexOf("}")];
  for (const text of [bare, ...(from >= 0 && to > from ? [bare.slice(from, to + 1)] : [])]) {
    try {
      return { value: JSON.parse(text) };
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error; // words around it: the object alone is tried next
    }
  }
  return { problem: "not JSON" };
}
