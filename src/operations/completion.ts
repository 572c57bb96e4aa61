/** `completion`: a script that teaches a shell Cairn's operations, flags and values. */

import { z } from "../model/schema.ts";
import { bashScript, fishScript, zshScript } from "./completion/scripts.ts";
import { completionWordsOf } from "./completion/words.ts";
import { operation } from "./operation.ts";
import { operationsOn } from "./registry.ts";

const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript };
const shells = Object.keys(scripts) as [Shell, ...Shell[]];
type Shell = keyof typeof scripts;

export const completion = operation({
  name: "completion",
  summary: "Print a script that completes operations, flags and values in your shell.",
  effect: "read",
  surfaces: ["cli"],
  positional: "shell",
  examples: [
    "source <(cairn completion bash)       # in ~/.bashrc",
    "source <(cairn completion zsh)        # in ~/.zshrc, after compinit",
    "cairn completion fish | source        # in ~/.config/fish/config.fish",
  ],
  input: z.strictObject({ shell: z.enum(shells).describe("The shell to print it for") }),
  output: z.object({ shell: z.enum(shells), script: z.string() }),

  async run({ shell }) {
    return { shell, script: scripts[shell](completionWordsOf(await operationsOn("cli"))) };
  },

  show: ({ script }) => script,
});
