/** The texts that a macro can stand for as a whole. */
export interface MacroTexts {
  /** Of the character and the player. Macros in them are expanded. */
  description?: string
  personality?: string
  scenario?: string
  persona?: string
  mesExamples?: string
  charPrompt?: string
  charInstruction?: string
  charVersion?: string
  /** The names of all characters that are present, separated by commas. */
  group?: string
  /** The newest messages, as they are. */
  lastMessage?: string
  lastUserMessage?: string
  lastCharMessage?: string
}

/** The values that macros expand to. */
export interface MacroContext {
  /** The value of `{{char}}`. */
  char: string
  /** The value of `{{user}}`. */
  user: string
  /** The value of `{{original}}`. Without it the macro stays as written. */
  original?: string
  /** Texts that macros stand for. Where one is missing, its macro stays as written. */
  texts?: MacroTexts
  /** The present time in milliseconds since 1970, for `{{time}}` and the like. */
  now?: number
  /** An IANA time zone. Default: UTC. */
  timeZone?: string
  /** What `{{setvar}}` has stored, by name: shared by all texts of one prompt. */
  variables?: Map<string, string>
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

/**
 * Bounds the work and the output of macros, whatever an author writes.
 *
 * @example
 * new MacroBudget().spend(maxMacroSteps + 1) // false
 */
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
  /** Expands the macros of another text. Those that stand for whole texts stay as written in it, so that none has itself. */
  expand(text: string): string
}

export interface Macro {
  /** The name between the braces. It matches in any case. */
  name: string
  /** Other names, in lower case. */
  aliases?: readonly string[]
  /** Alternative forms in angle brackets, in lower case: `bot` for `<BOT>`. */
  tags?: readonly string[]
  /** What its body looks like, in the documentation: `:tea,rum`. Default: it has none. */
  body?: string
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
  texts: {
    description: '{{char}} keeps a lighthouse.',
    personality: 'Dry and patient.',
    scenario: 'A storm is coming.',
    persona: '{{user}} is a sailor.',
    mesExamples: '{{char}}: Mind the step.',
    charPrompt: 'Write as {{char}}.',
    charInstruction: 'Keep it short.',
    charVersion: '1.2',
    group: 'Ilse, Tomas',
    lastMessage: 'Who is there?',
    lastUserMessage: 'Who is there?',
    lastCharMessage: 'You are late.',
  },
  now: Date.UTC(2026, 10, 26, 9, 5),
  variables: new Map([['gold', '12']]),
  random: () => 0.5,
  seed: 'example',
}
