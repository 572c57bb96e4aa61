// The licences of the packages whose code is in the bundles, as they ask for.

import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { root } from "./bundle.mjs";

/** `metafiles` are esbuild's lists of what went into each bundle. */
export async function thirdParty(metafiles) {
  const names = new Set();
  for (const { outputs } of metafiles) {
    for (const { inputs } of Object.values(outputs)) {
      for (const [path, { bytesInOutput }] of Object.entries(inputs)) if (bytesInOutput > 0) names.add(packageOf(path));
    }
  }
  names.delete(undefined);
  const parts = await Promise.all([...names].sort().map(part));
  return `# Third-party software in Cairn\n\nThe files of this folder contain code of these packages.\n\n${parts.join("\n")}`;
}

function packageOf(path) {
  return /(?:^|:|\/)node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*\/node_modules\/)/.exec(path)?.[1];
}

async function part(name) {
  const folder = join(root, "node_modules", name);
  const { version, license } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  const file = (await readdir(folder)).find((entry) => /^licen[cs]e(\.|$)/i.test(entry));
  if (file === undefined) throw new Error(`${name} has no licence text`);
  const text = (await readFile(join(folder, file), "utf8")).trim().replaceAll("\r\n", "\n");
  return `## ${name} ${version} (${license})\n\n\`\`\`text\n${text}\n\`\`\`\n`;
}
