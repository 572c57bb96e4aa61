/** The files a line of Markdown points at, as relative paths. */

const TARGET = /\]\(([^)\s]+\.md)\)/g;

export function targetsIn(text: string): string[] {
  return [...text.matchAll(TARGET)].map(([, target = ""]) => decoded(target)).filter((path) => !path.includes("://"));
}

function decoded(target: string): string {
  try {
    return decodeURIComponent(target).replace(/^\.\//, "");
  } catch {
    return target; // a stray percent sign: taken as it stands
  }
}
