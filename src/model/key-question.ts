/** One thing a person decides by one key; each answer is an input of the same operation. */
export interface KeyQuestion {
  readonly text: string;
  readonly choices: readonly Choice[];
  /** Where an answer is refused: the input that asks the same anew, as it is then. */
  readonly again?: Readonly<Record<string, unknown>>;
}

export interface Choice {
  /** One letter. */
  readonly key: string;
  readonly says: string;
  /** What comes of it, for who asks. */
  readonly means?: string;
  /** None: nothing is done, and the next thing is asked. */
  readonly input?: Readonly<Record<string, unknown>>;
  /** A line the person types, for one field more; what is proposed is taken where they type nothing. */
  readonly asks?: { readonly field: string; readonly prompt: string; readonly proposed?: string };
  /** A text the person edits, for one field more. */
  readonly edits?: { readonly field: string; readonly text: string };
  /** Nothing more is asked. */
  readonly ends?: true;
}
