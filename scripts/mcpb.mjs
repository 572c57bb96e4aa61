// npm run mcpb [file]: the server as one file that a desktop client installs with a click: a zip with a manifest and the
// program. The same sources give the same bytes.

import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { deflateRawSync } from "node:zlib";
import { ensureBuilt } from "./fresh.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const built = join(root, "dist", "plugin");
const PROGRAM = [
  "cairn.cjs",
  "begin.cjs",
  "hook.cjs",
  "recall.cjs",
  "prompt.cjs",
  "rest.cjs",
  "plain-start.cjs",
  "plain-prompt.cjs",
  "plain-tool.cjs",
  "plain-list.cjs",
  "plain-recall.cjs",
  "merge.cjs",
];
const BESIDE = ["LICENSE", "THIRD-PARTY.md"];

function manifest() {
  const { version, description, keywords, license, engines } = JSON.parse(
    readFileSync(join(root, "package.json"), "utf8"),
  );
  return {
    manifest_version: "0.3",
    name: "cairn",
    display_name: "Cairn",
    version,
    description,
    author: { name: "The Cairn authors" },
    license,
    keywords,
    server: {
      type: "node",
      entry_point: "server/cairn.cjs",
      mcp_config: {
        command: "node",
        // A desktop client starts its servers in no project, and puts its own values in.
        // biome-ignore lint/suspicious/noTemplateCurlyInString: the client's placeholders
        args: ["${__dirname}/server/cairn.cjs", "mcp", "--cwd", "${user_config.project}"],
      },
    },
    tools: tools().map(({ name, description }) => ({ name, description })),
    user_config: {
      project: {
        type: "directory",
        title: "Project folder",
        description: "The folder of the project whose memory this is, as your other agents use it.",
        required: true,
      },
    },
    compatibility: { runtimes: { node: engines.node } },
  };
}

/** As the server itself lists them. */
function tools() {
  const input = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}\n';
  const nowhere = join(tmpdir(), "cairn-no-home");
  const env = { PATH: process.env.PATH, HOME: nowhere, CAIRN_HOME: nowhere };
  const { stdout } = spawnSync(process.execPath, [join(built, "cairn.cjs"), "mcp"], { input, env, encoding: "utf8" });
  return JSON.parse(stdout).result.tools;
}

/** Midnight of the first day a zip can name. */
const DATE = 0x21;

function zip(files) {
  const [bodies, entries] = [[], []];
  let offset = 0;
  for (const [path, bytes] of Object.entries(files)) {
    const [name, packed] = [Buffer.from(path), deflateRawSync(bytes)];
    // Version 2.0, names in UTF-8, deflated.
    const about = numbers(
      [20, 2],
      [0x800, 2],
      [8, 2],
      [0, 2],
      [DATE, 2],
      [crc32(bytes), 4],
      [packed.length, 4],
      [bytes.length, 4],
      [name.length, 2],
      [0, 2],
    );
    const body = Buffer.concat([Buffer.from("PK\x03\x04"), about, name, packed]);
    // Made on Unix: a file that its owner may write and all may read.
    entries.push(
      Buffer.from("PK\x01\x02"),
      numbers([0x314, 2]),
      about,
      numbers([0, 2], [0, 2], [0, 2], [0o100644 * 0x10000, 4], [offset, 4]),
      name,
    );
    bodies.push(body);
    offset += body.length;
  }
  const directory = Buffer.concat(entries);
  const count = bodies.length;
  const end = numbers([0, 2], [0, 2], [count, 2], [count, 2], [directory.length, 4], [offset, 4], [0, 2]);
  return Buffer.concat([...bodies, directory, Buffer.from("PK\x05\x06"), end]);
}

function numbers(...pairs) {
  return Buffer.concat(
    pairs.map(([value, size]) => {
      const bytes = Buffer.alloc(size);
      bytes.writeUIntLE(value, 0, size);
      return bytes;
    }),
  );
}

function crc32(bytes) {
  let crc = -1;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

const file = resolve(process.argv[2] ?? "cairn.mcpb");
await ensureBuilt();
const bytes = zip({
  "manifest.json": Buffer.from(`${JSON.stringify(manifest(), null, 2)}\n`),
  ...Object.fromEntries(PROGRAM.map((name) => [`server/${name}`, readFileSync(join(built, name))])),
  ...Object.fromEntries(BESIDE.map((name) => [name, readFileSync(join(built, name))])),
});
writeFileSync(file, bytes);
console.log(`${file} (${Math.round(bytes.length / 1_000)} kB): open it with a desktop client that takes .mcpb files.`);
