/** What the benchmark sets look like in their files. */

export interface LocomoTurn {
  readonly speaker: string;
  readonly dia_id: string;
  readonly text: string;
  readonly blip_caption?: string;
}
export interface LocomoConversation {
  readonly sample_id?: string;
  readonly conversation: Readonly<Record<string, string | LocomoTurn[]>>;
  readonly qa: { question: string; evidence?: string[]; category: number }[];
}
export interface RealMemPersona {
  readonly id: string;
  readonly sessions: { id: string; name: string; date: string; turns: [string, string][] }[];
  readonly mem: { sess: number; text: string; idx: string }[];
  readonly qs: { q: string; at: number; ev: number[]; mev: number[]; cat: string }[];
}
export interface DevSession {
  readonly sessionId: string;
  readonly metadata: { date: string; project?: string };
  readonly messages: { role: string; content: string }[];
}
export interface DevQuestion {
  readonly questionId: string;
  readonly questionType: string;
  readonly question: string;
  readonly groundTruth: string;
  readonly haystackSessionIds: string[];
}
export interface Belief {
  readonly _id: string;
  readonly user_id: string;
  readonly type: string;
  readonly canonical_name: string;
  readonly aliases: string[];
  readonly content: string;
  readonly why_it_matters?: string;
  readonly scope: string[];
  readonly epistemic_status: string;
  readonly pinned: boolean;
  readonly resolved_at: string | null;
  readonly superseded_by: string | null;
  readonly updated_at?: string;
}
export interface BeliefCase {
  readonly caseId: string;
  readonly category: string;
  readonly scope: string[];
  readonly query: string;
  readonly userId?: string;
  readonly budget?: { maxBeliefs?: number };
  readonly expect: {
    relevantBeliefs?: { shouldOnlyInclude?: string[]; mustInclude?: string[]; mustExclude?: string[] };
  };
}
export interface Pep {
  readonly id: number;
  readonly title: string;
  readonly status: string;
  readonly created: string;
  readonly superseded_by: number[];
  readonly replaces: number[];
  readonly body: string;
}
export interface PepQuery {
  readonly from: number;
  readonly target: number;
  readonly q: string;
}

/** What a project's colleagues know, and what somebody sets out to do there. */
export interface ProjectMemory {
  readonly project: string;
  readonly id: string;
  readonly kind: string;
  readonly title: string;
  readonly text: string;
}
export interface ProjectPrompt {
  readonly project: string;
  readonly prompt: string;
  /** Ids of the project; none where nothing bears on it. */
  readonly gold: string[];
  readonly class: string;
}

export interface Sets {
  readonly locomo: LocomoConversation[];
  readonly realmem: RealMemPersona[];
  readonly devmembench: { sessions: DevSession[]; questions: DevQuestion[] }[];
  readonly precisionmembench: { beliefs: Belief[]; cases: BeliefCase[] }[];
  readonly peps: { docs: Pep[]; queries: PepQuery[] }[];
  readonly projects: { memories: ProjectMemory[]; prompts: ProjectPrompt[] }[];
  /** SpecStory Markdown, and Codex event logs: for training only. */
  readonly transcripts: { path: string; text: string }[];
}
