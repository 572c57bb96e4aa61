/** The records Claude Code keeps of its sessions: its own, and what its terminal showed where somebody saved that. */

import type { Records } from "../../transcripts/records.ts";
import { lastPromptIn } from "./last-prompt.ts";
import { pastedTexts } from "./pasted-texts.ts";
import { terminalExport } from "./terminal-export.ts";
import { transcript } from "./transcript.ts";
import { agentTranscript, everyTranscript, startedIn, transcriptFolders, transcriptsIn } from "./transcript-files.ts";

export const records: Records = {
  formats: [transcript, terminalExport],
  startedAt: (places, { configDir, cairnHome }) => transcriptsIn(transcriptFolders(configDir, places, cairnHome)),
  every: ({ configDir }) => everyTranscript(configDir),
  agentOf: agentTranscript,
  folderOf: startedIn,
  lastPromptIn,
  pastedIn: (session, { configDir }) => pastedTexts(session, configDir),
};
