/** What `list` does and how it reads, apart from its schemas: a plain `cairn list` has no time for those. */

import type { Cairn } from "../cairn.ts";
import { kindRow } from "../model/kind.ts";
import type { Memory } from "../model/memory.ts";
import { keepsAPlace } from "../model/placeholder.ts";
import { scopes } from "../model/scope.ts";
import { agentsWithMemories } from "../places/repository-roots.ts";
import type { MemoryOutput } from "../recall/memory-output.ts";
import { memoryLines, memoryOutput, stateOf } from "../recall/memory-told.ts";
import { orphansTold, shownOrphans } from "../recall/orphans-told.ts";
import { filtersSet, whoseLine } from "../recall/recalled.ts";
import { memoryOf } from "../store/known-memories.ts";
import type { isBehindRecord } from "../summary/behind-record.ts";
import { latestFirst } from "../text/order.ts";
import type { OtherProject, otherProject } from "../workspace/other-project.ts";
import type { ListAsked, Listed } from "./list.ts";
import type { Doing } from "./operation.ts";

const FILTERS = ["kind", "scope", "status", "tag"];

/** What is asked for where nothing else is said. */
export const usualList = { status: "active", limit: 50 } as const;

export const listing: Doing<ListAsked, Listed> = {
  async run({ kind, scope, status, tag, limit, agent, project }, cairn) {
    const other = project === undefined ? undefined : await anotherOnes(cairn, project, { scope, agent });
    const stores = other?.stores ?? (await cairn.stores(agent));
    if (scope !== undefined) stores.of(scope);
    const among = scope === undefined ? scopes : [scope];
    const meant = stores
      .heads(among)
      .filter((head) => kind === undefined || head.face.kind === kind)
      .filter((head) => status === "all" || stateOf(head.face.status, head.supersededBy) === status)
      .filter((head) => kindRow(head.face.kind).naming.by !== "name" || !keepsAPlace(memoryOf(head)))
      .filter((head) => tag === undefined || memoryOf(head).tags.includes(tag.toLowerCase()));
    const matching = latestFirst(meant, ({ face, id }) => ({ time: face.time, name: id }));
    const memories = matching.slice(0, limit).map(memoryOf);
    const isBehind = other !== undefined ? undefined : await behindAmong(memories);
    return {
      ...(other === undefined ? {} : { project: other.key }),
      memories: memories.map((memory) => memoryOutput(memory, { behind: isBehind?.(memory, cairn) === true })),
      total: matching.length,
      ...(matching.some((head) => head.scope === "project") || other !== undefined ? {} : orphansTold(cairn)),
      ...(other === undefined && agent === undefined && scope === undefined ? agentsApart(cairn) : {}),
      problems: stores.problems().filter((problem) => among.includes(problem.scope)),
    };
  },

  show({ project, memories, total, problems, elsewhere, agents }, { status, ...asked }) {
    const whose = whoseLine(project, memories);
    const rest = total > memories.length ? [`… and ${total - memories.length} more (--limit ${total} shows all)`] : [];
    const broken = problems.map(({ path, line, message }) => `! ${path}:${line} ${message}`);
    const wrong = [...broken, ...shownOrphans(elsewhere), ...agentLines(agents)];
    const filters = filtersSet({ ...asked, ...(status === "active" ? {} : { status }) }, FILTERS);
    if (total === 0 && filters !== "")
      return [...whose, `Nothing is remembered here with ${filters}. Try without that.`, ...wrong].join("\n");
    if (total === 0 && project !== undefined) return [...whose, "none", ...wrong].join("\n");
    if (total === 0 && broken.length === 0)
      return ['Nothing is remembered here yet. Try: cairn remember "…"', ...wrong].join("\n");
    return [...whose, ...grouped(memories, asked.kind), ...rest, ...wrong].join("\n");
  },
};

function agentsApart({ cwd, places }: Cairn): Pick<Listed, "agents"> {
  const agents = agentsWithMemories({ cwd, worktree: places.project.git?.worktree }).length;
  return agents === 0 ? {} : { agents };
}

function agentLines(agents = 0): string[] {
  if (agents === 0) return [];
  return [
    `Not among these: what ${agents === 1 ? "1 agent keeps" : `${agents} agents keep`} of their own (cairn agent).`,
  ];
}

/** What only some lists need is loaded for them: reading another project, and the host's record of a session. */
async function anotherOnes(...asked: Parameters<typeof otherProject>): Promise<OtherProject> {
  return (await import("../workspace/other-project.ts")).otherProject(...asked);
}

async function behindAmong(memories: readonly Memory[]): Promise<typeof isBehindRecord | undefined> {
  if (!memories.some(({ kind }) => kind === "session_summary")) return undefined;
  return (await import("../summary/behind-record.ts")).isBehindRecord;
}

/** The files of the profile are no memories of the project: they stand apart, and it is said what they are. */
function grouped(memories: readonly MemoryOutput[], kind: string | undefined): string[] {
  const isPerson = (one: MemoryOutput) => one.kind === "user_profile";
  if (kind === "user_profile" || !memories.some(isPerson)) return memoryLines(memories);
  const others = memories.filter((one) => !isPerson(one));
  const gap = others.length === 0 ? [] : [""];
  return [...memoryLines(others), ...gap, ABOUT_YOU, ...memoryLines(memories.filter(isPerson))];
}

const ABOUT_YOU = "About you, in every project (cairn user shows it):";
