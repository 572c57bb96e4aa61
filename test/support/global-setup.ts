/** Runs once before all tests: nothing of the caller's world may leak into a test. */
export default function setup(): void {
  for (const name of Object.keys(process.env)) {
    if (/^(CAIRN_HOME|CLAUDE|AI_AGENT|CODEX|GEMINI|COPILOT|CURSOR|OPENCODE|NODE_EXTRA|NODE_OPTIONS)/.test(name)) {
      delete process.env[name];
    }
  }
}
