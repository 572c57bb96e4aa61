/** `workspace`: the projects of this machine, how they go together and what is going on across them; and changes of that. */

import type { Cairn } from "../cairn.ts";
import { CairnError } from "../model/error.ts";
import { goesWith, z } from "../model/schema.ts";
import { lookAtPage, readPage } from "../views/workspace/keep.ts";
import { type Relation, type RelationKind, relationWords } from "../views/workspace/page.ts";
import {
  acceptedOf,
  DescriptionOffered,
  describedItself,
  descriptionsNoted,
  offeredDescriptions,
  offeredRelations,
} from "../workspace/descriptions.ts";
import { between, otherCalled, projectCalled } from "../workspace/named.ts";
import { Overview, overviewOf, RelationShown } from "../workspace/overview.ts";
import {
  carryOutPageChange,
  initiativeCalled,
  initiativeNoted,
  type PageChange,
  projectDescribed,
  relationsDropped,
  relationsNoted,
} from "../workspace/page-changes.ts";
import { workspaceTold } from "../workspace/told.ts";
import { operation } from "./operation.ts";

const actions = ["show", "relations", "descriptions", "relate", "unrelate", "initiative", "describe"] as const;
const kinds = Object.keys(relationWords) as [RelationKind, ...RelationKind[]];

const Input = z.strictObject({
  action: z
    .enum(actions)
    .default("show")
    .describe("What to do; relations and descriptions search your projects and offer what they find"),
  name: z.string().trim().min(1).max(200).optional().describe("The other project's key, or the initiative's name"),
  as: z
    .enum(kinds)
    .optional()
    .describe("What this project is to the other; not given, relate notes depends-on and unrelate drops every relation")
    .meta({ goesWith: ["relate", "unrelate"] }),
  projects: goesWith(["initiative"], z.array(z.string()).optional(), "its projects; without it, this one"),
  status: goesWith(["initiative", "describe"], z.string().max(200).optional(), "the state of it, in a few words"),
  next: goesWith(["initiative"], z.string().max(200).optional(), "what is to be done next"),
  description: goesWith(
    ["describe"],
    z.string().max(200).optional(),
    "what the project is; without it, what its manifest or README says",
  ),
  end: goesWith(["initiative"], z.boolean().default(false), "it is over"),
  accept: goesWith(
    ["relations", "descriptions"],
    z.array(z.string()).optional(),
    "keep only what was found about these projects",
  ),
  dryRun: z.boolean().default(false).describe("Only show what would be kept"),
});
type Input = z.output<typeof Input>;

export const workspace = operation({
  name: "workspace",
  summary: "Show the projects Cairn knows here, how they go together, and the work that spans them.",
  effect: "write",
  idempotent: true,
  surfaces: ["cli", "library"],
  positional: ["action", "name"],
  examples: [
    "cairn workspace",
    "cairn workspace relations",
    "cairn workspace descriptions",
    "cairn workspace relate design-system --as depends-on",
    'cairn workspace initiative "Move to Node 24" --projects web --projects api --next "CI first"',
    'cairn workspace initiative "Move to Node 24" --end',
    'cairn workspace describe web --description "The shop" --status maintenance',
  ],
  preview: { dryRun: true },
  input: Input,
  output: Overview.extend({
    action: z.enum(["shown", "proposed", "created", "updated", "unchanged"]),
    /** Relations that were found and are not noted. */
    offered: z.array(RelationShown).optional(),
    /** Relations that were taken out, or would be. */
    dropped: z.array(RelationShown).optional(),
    /** What projects say of themselves, and the page does not. */
    offered_descriptions: z.array(DescriptionOffered).optional(),
  }),

  confirm(input, cairn) {
    const { dryRun, action, accept } = input;
    if (dryRun || accept !== undefined) return undefined;
    if (action === "relations" && offers(cairn, accept).length > 0) return "Note these relations in workspace.md?";
    if (action === "descriptions" && descriptions(input, cairn).length > 0) return "Describe them so in workspace.md?";
    return action === "describe" && offeredHere(input, cairn) !== undefined
      ? "Describe it so in workspace.md?"
      : undefined;
  },

  async run(input, cairn) {
    refuseIdle(input);
    const { action, dryRun } = input;
    if (action === "show") return { ...(await overviewOf(cairn)), action: "shown" as const, ...foundBesides(cairn) };
    const { change, ...besides } = acts[action](input, cairn);
    const done = change === undefined ? "unchanged" : await carryOutPageChange(cairn, change, { dryRun });
    return { ...(await overviewOf(cairn)), action: done, ...besides };
  },

  show(output, input, surface) {
    return workspaceTold(output, input, surface);
  },
});

interface Act {
  /** None where nothing is to be done. */
  readonly change?: PageChange;
  readonly offered?: Relation[];
  readonly dropped?: Relation[];
  readonly offered_descriptions?: DescriptionOffered[];
}

type Acting = (input: Input, cairn: Cairn) => Act;

const acts: Readonly<Record<Exclude<(typeof actions)[number], "show">, Acting>> = {
  relations({ accept }, cairn) {
    const offered = offers(cairn, accept);
    return { offered, ...(offered.length === 0 ? {} : { change: relationsNoted(offered) }) };
  },
  descriptions(input, cairn) {
    const offered = descriptions(input, cairn);
    return {
      offered_descriptions: offered,
      ...(offered.length === 0 ? {} : { change: descriptionsNoted(cairn, offered) }),
    };
  },
  relate({ name, as = "depends-on" }, cairn) {
    const other = otherCalled(cairn, needed(name));
    const { key } = cairn.places.project;
    const noted = { project: key, relation: relationWords[as], other, found: "noted by hand" };
    return { change: relationsNoted([noted]) };
  },
  unrelate({ name, as }, cairn) {
    const isMeant = between(cairn, otherCalled(cairn, needed(name)), as);
    const dropped = lookAtPage(cairn.places.configDir).page.relations.filter(isMeant);
    return { change: relationsDropped(isMeant), dropped };
  },
  initiative({ name, projects, status, next, end }, cairn) {
    const known = initiativeCalled(readPage(cairn.places.configDir), needed(name));
    if (end && known === undefined) {
      throw new CairnError("NOT_FOUND", `No initiative is called ${needed(name)}.`, {
        field: "name",
        hint: "See workspace for those there are.",
      });
    }
    const given = projects?.map((key) => projectCalled(cairn, key, "projects"));
    const meant = given ?? (known === undefined ? [cairn.places.project.key] : undefined);
    const over = end ? `ended ${cairn.clock.now().toISOString().slice(0, 10)}` : undefined;
    return { change: initiativeNoted({ name: needed(name), projects: meant, status: over ?? status, next }) };
  },
  describe(input, cairn) {
    const { name, description, status, dryRun } = input;
    const offered = offeredHere(input, cairn);
    const said = description ?? offered?.description;
    if (said === undefined && status === undefined)
      throw refused("description", "What is it? Neither a manifest nor a README says so: say it with --description.");
    const change = projectDescribed(cairn, projectCalled(cairn, name, "name"), { description: said, status });
    return { change, ...(offered === undefined || !dryRun ? {} : { offered_descriptions: [offered] }) };
  },
};

function foundBesides(cairn: Cairn): Pick<Act, "offered" | "offered_descriptions"> {
  const { page } = lookAtPage(cairn.places.configDir);
  const [offered, offered_descriptions] = [offeredRelations(cairn, page), offeredDescriptions(cairn, page)];
  return {
    ...(offered.length === 0 ? {} : { offered }),
    ...(offered_descriptions.length === 0 ? {} : { offered_descriptions }),
  };
}

function descriptions({ accept }: Input, cairn: Cairn): DescriptionOffered[] {
  return acceptedOf(cairn, offeredDescriptions(cairn, lookAtPage(cairn.places.configDir).page), accept);
}

/** What the project to be described says of itself; undefined where something else was said of it. */
function offeredHere({ name, description, status }: Input, cairn: Cairn): DescriptionOffered | undefined {
  if (description !== undefined || status !== undefined) return undefined;
  return describedItself(cairn, name, lookAtPage(cairn.places.configDir).page);
}

function offers(cairn: Cairn, accept: readonly string[] | undefined): Relation[] {
  const all = offeredRelations(cairn, lookAtPage(cairn.places.configDir).page);
  if (accept === undefined || accept.includes("all")) return all;
  const isWith = (key: string) => all.some(({ project, other }) => project === key || other === key);
  // What is with none of them may be noted already; what is no project at all is a slip.
  for (const key of accept) if (!isWith(key)) projectCalled(cairn, key, "accept");
  return all.filter(({ project, other }) => accept.includes(project) || accept.includes(other));
}

function needed(name: string | undefined): string {
  if (name !== undefined) return name;
  throw refused(
    "name",
    "Which project?",
    "Name it by its key: cairn workspace lists them, cairn help workspace has examples.",
  );
}

/** A name would do nothing; an initiative that is over has no other state. */
function refuseIdle({ action, name, status, end }: Input): void {
  if (name !== undefined && ["show", "relations", "descriptions"].includes(action))
    throw refused("name", `${action} takes no name. Nothing was done.`);
  if (end && status !== undefined)
    throw refused("status", "end says how it stands; leave status out. Nothing was done.");
}

function refused(field: string, message: string, hint = "See help workspace."): CairnError {
  return new CairnError("INPUT_ERROR", message, { field, hint });
}
