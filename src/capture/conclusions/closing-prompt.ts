/**
 * Prompts that end a piece of work. By itself, since the first prompt of a session asks for nothing else of what is
 * settled. Pure.
 */

/** A prompt with which somebody brings the work to an end: a commit, a pull request, a release, the next session. */
export function closes(own: string): boolean {
  return CLOSES.test(own);
}

const CLOSES =
  /\b(?:commit|push (?:it|this|that|to|the|all|everything)|(?:open|create|make|draft|submit)\b[^.]{0,20}\b(?:pr|pull request)|merge (?:it|this|to|into)|\/compact|next session|wrap up|release)\b|提交|закоммит/iu;
