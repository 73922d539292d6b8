/** What a macro is, and what it is given when it is met in a text. */

/** The world a text is expanded in. Chance is given, never taken. */
export interface MacroContext {
  /** What `{{char}}` stands for. */
  char: string
  /** What `{{user}}` stands for. */
  user: string
  /** What `{{original}}` stands for; without it that macro is left as it stands. */
  original?: string
  /** Numbers in [0, 1), for `{{random}}` and `{{roll}}`. */
  random: () => number
  /** Decides `{{pick}}`: the same seed, the same pick. */
  seed: string
}

export interface MacroCall {
  /** What stands after the separator, inner macros expanded, surrounding space kept; `null` without a separator. */
  body: string | null
  /** The body cut at its unescaped commas (at `::` when the macro was written with `::`), each part trimmed. */
  parts: readonly string[]
  /** How often this macro was met before in the same text: 0 the first time. */
  ordinal: number
  context: MacroContext
}

export interface Macro {
  /** As it is written between the braces, in lower case; it matches in any case. */
  name: string
  /** Older spellings in angle brackets, in lower case: `bot` for `<BOT>`. */
  tags?: readonly string[]
  /** One sentence for the author's guide. */
  help: string
  /** Shown in the guide, and run as a test in `exampleContext`. */
  example: { text: string; output: string }
  /** What it becomes; `null` leaves it as it was written. */
  expand(call: MacroCall): string | null
}

/** The world in which every macro's example holds. */
export const exampleContext: MacroContext = {
  char: 'Ilse',
  user: 'Sam',
  original: 'Stay in character.',
  random: () => 0.5,
  seed: 'example',
}
