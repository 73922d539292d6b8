/** The values that macros expand to. */
export interface MacroContext {
  /** The value of `{{char}}`. */
  char: string
  /** The value of `{{user}}`. */
  user: string
  /** The value of `{{original}}`. Without it the macro stays as written. */
  original?: string
  /** A random number in [0, 1), for `{{random}}` and `{{roll}}`. */
  random: () => number
  /** Decides `{{pick}}`. The same seed gives the same pick. */
  seed: string
  /** The steps that the macros of all texts expanded with it may take together. Without it each text has its own. */
  budget?: MacroBudget
}

/**
 * The steps of one prompt. A call takes one step, one for each character of its body and of its value, and four for
 * each die. A card of 50,000 characters with macros in every line takes a quarter of them.
 */
export const maxMacroSteps = 50_000

/** Bounds the work and the output of macros, whatever an author writes. */
export class MacroBudget {
  #left = maxMacroSteps

  /** Takes steps. False when fewer are left, and the macro then stays as written. */
  spend(steps: number): boolean {
    if (steps > this.#left) return false
    this.#left -= steps
    return true
  }
}

export interface MacroCall {
  /** The text after the separator, with inner macros expanded and white space unchanged; null without a separator. */
  body: string | null
  /** The body split at its unescaped commas, or at `::` if the separator is `::`; each part is trimmed. */
  parts: readonly string[]
  /** How many calls of this macro come before it in the same text. */
  ordinal: number
  context: MacroContext
  budget: MacroBudget
}

export interface Macro {
  /** The name between the braces, in lower case. It matches in any case. */
  name: string
  /** Alternative forms in angle brackets, in lower case: `bot` for `<BOT>`. */
  tags?: readonly string[]
  /** One sentence of documentation for authors. */
  help: string
  /** Documentation for authors, and a test in `exampleContext`. */
  example: { text: string; output: string }
  /** Returns the expansion, or null to leave the macro as written. */
  expand(call: MacroCall): string | null
}

/** The context of the macros' examples. */
export const exampleContext: MacroContext = {
  char: 'Ilse',
  user: 'Sam',
  original: 'Stay in character.',
  random: () => 0.5,
  seed: 'example',
}
