import { choose, seededRandom } from '../seeded-random.ts'
import type { Macro, MacroTexts } from './macro.ts'

/** What `{{trim}}` leaves in a text until it is expanded as a whole. No stored text has this character. */
export const trimMark = '\0'

const char: Macro = {
  name: 'char',
  tags: ['char', 'bot'],
  help: 'The character’s nickname, or name when there is no nickname. Also written <char> or <BOT>.',
  example: { text: '{{char}} nods. <BOT> smiles.', output: 'Ilse nods. Ilse smiles.' },
  expand: ({ body, context }) => (body === null ? context.char : null),
}

const user: Macro = {
  name: 'user',
  tags: ['user'],
  help: 'The player’s name. Also written <USER>.',
  example: { text: 'Welcome aboard, {{user}}.', output: 'Welcome aboard, Sam.' },
  expand: ({ body, context }) => (body === null ? context.user : null),
}

const original: Macro = {
  name: 'original',
  help: 'In a card’s own instructions: the instruction that they replace. Only the first one in a text is expanded.',
  example: { text: '{{original}} Speak in verse.', output: 'Stay in character. Speak in verse.' },
  expand({ body, ordinal, context }) {
    if (body !== null || context.original === undefined) return null
    return ordinal === 0 ? context.original : ''
  },
}

const random: Macro = {
  name: 'random',
  body: ':tea,rum',
  help: 'A random option. Write \\, for a comma inside an option.',
  example: { text: 'A cup of {{random:tea,rum,cocoa\\, hot}}.', output: 'A cup of rum.' },
  expand: ({ body, parts, context }) => (body === null ? null : choose(parts, context.random())),
}

const pick: Macro = {
  name: 'pick',
  body: ':Oslo,Lima',
  help: 'One of the options, the same one for the whole conversation.',
  example: { text: 'Born in {{pick:Oslo,Lima,Kyoto}}.', output: 'Born in Oslo.' },
  expand({ body, parts, ordinal, context }) {
    if (body === null) return null
    return choose(parts, seededRandom(`${context.seed}\n${ordinal}\n${body}`)())
  },
}

const dice = /^(\d{1,3})?d(\d{1,7})([+-]\d{1,7})?$/i
const maxDice = 100
/** A random number takes as long as four characters. */
const stepsPerDie = 4
const sides = /^\d{1,7}$/

const roll: Macro = {
  name: 'roll',
  body: ':2d6+1',
  help: 'A dice roll: 20 or d20 for one die, 2d6+1 for several (at most 100) and a bonus.',
  example: { text: 'You roll a {{roll:d20}}, then {{roll:2d6+1}}.', output: 'You roll a 11, then 9.' },
  expand({ body, context, budget }) {
    const formula = (body ?? '').trim().replaceAll(' ', '')
    const [, dieCount, faces, bonus] = dice.exec(sides.test(formula) ? `d${formula}` : formula) ?? []
    if (faces === undefined || Number(faces) === 0) return null
    const count = Number(dieCount ?? 1)
    if (count > maxDice || !budget.spend(count * stepsPerDie)) return null
    let total = Number(bonus ?? 0)
    for (let die = 0; die < count; die++) total += 1 + Math.floor(context.random() * Number(faces))
    return String(total)
  },
}

const note: Macro = {
  name: '//',
  body: ' a note',
  help: 'A note of the author. It is removed.',
  example: { text: 'The door opens.{{// she already knows}}', output: 'The door opens.' },
  expand: () => '',
}

const comment: Macro = {
  name: 'comment',
  body: ':a remark',
  help: 'A remark for readers of the card. The model does not get it.',
  example: { text: 'Rain.{{comment: inspired by a song}}', output: 'Rain.' },
  expand: ({ body }) => (body === null ? null : ''),
}

const hiddenKey: Macro = {
  name: 'hidden_key',
  body: ':a keyword',
  help: 'A keyword that lorebooks match. It is removed from the text.',
  example: { text: 'The harbour sleeps.{{hidden_key:smugglers}}', output: 'The harbour sleeps.' },
  expand: ({ body }) => (body === null ? null : ''),
}

const reverse: Macro = {
  name: 'reverse',
  body: ':a text',
  help: 'Its text backwards.',
  example: { text: 'The sign reads {{reverse:exit}}.', output: 'The sign reads tixe.' },
  expand: ({ body }) => (body === null ? null : [...body].reverse().join('')),
}

const texts: Readonly<Record<keyof MacroTexts, { help: string; output: string; aliases?: readonly string[] }>> = {
  description: { help: 'The character’s definition.', output: 'Ilse keeps a lighthouse.' },
  personality: { help: 'The character’s personality.', output: 'Dry and patient.' },
  scenario: { help: 'The situation of the character.', output: 'A storm is coming.' },
  persona: { help: 'The player’s description of themselves.', output: 'Sam is a sailor.' },
  mesExamples: {
    help: 'The character’s example dialogue.',
    output: 'Ilse: Mind the step.',
    aliases: ['mesexamplesraw', 'example_dialogue'],
  },
  charPrompt: { help: 'The character’s own system prompt.', output: 'Write as Ilse.' },
  charInstruction: {
    help: 'The character’s own instructions after the history.',
    output: 'Keep it short.',
    aliases: ['charjailbreak'],
  },
  charVersion: { help: 'The version of the character’s card.', output: '1.2', aliases: ['char_version'] },
  group: {
    help: 'The names of all characters that are present.',
    output: 'Ilse, Tomas',
    aliases: ['charifnotgroup'],
  },
  lastMessage: { help: 'The newest message.', output: 'Who is there?' },
  lastUserMessage: { help: 'The player’s newest message.', output: 'Who is there?' },
  lastCharMessage: { help: 'A character’s newest message.', output: 'You are late.' },
}

const textMacros = (Object.keys(texts) as (keyof MacroTexts)[]).map((name): Macro => {
  const { help, output, aliases } = texts[name]
  // What was said in the chat is never read as macros.
  const isSaid = name.startsWith('last')
  return {
    name,
    aliases,
    help,
    example: { text: `“{{${name}}}”`, output: `“${output}”` },
    expand({ body, context, expand }) {
      const text = body === null ? context.texts?.[name] : undefined
      return text === undefined || isSaid ? (text ?? null) : expand(text)
    },
  }
})

/** A macro for a part of the present time. */
const timeMacro = (
  name: string,
  { help, output, write }: { help: string; output: string; write: (now: Date, timeZone: string) => string },
): Macro => ({
  name,
  help,
  example: { text: `It is {{${name}}}.`, output: `It is ${output}.` },
  expand({ body, context: { now, timeZone = 'UTC' } }) {
    return body === null && now !== undefined ? write(new Date(now), timeZone) : null
  },
})
const english = (options: Intl.DateTimeFormatOptions) => (now: Date, timeZone: string) =>
  // Some versions of the locale data have a narrow space before AM and PM.
  new Intl.DateTimeFormat('en-US', { ...options, timeZone }).format(now).replaceAll('\u202f', ' ')
const twoDigits = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const

const times = [
  timeMacro('time', { help: 'The time of day.', output: '9:05 AM', write: english({ timeStyle: 'short' }) }),
  timeMacro('date', { help: 'The date.', output: 'November 26, 2026', write: english({ dateStyle: 'long' }) }),
  timeMacro('weekday', { help: 'The day of the week.', output: 'Thursday', write: english({ weekday: 'long' }) }),
  timeMacro('isotime', { help: 'The time of day with 24 hours.', output: '09:05', write: english(twoDigits) }),
  timeMacro('isodate', {
    help: 'The date as year, month and day.',
    output: '2026-11-26',
    write: (now, timeZone) => new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeZone }).format(now),
  }),
]

/** A macro that reads or changes a variable. `change` returns its new value from the old one and the second part of the body. */
const variableMacro = (
  name: string,
  macro: Pick<Macro, 'body' | 'help' | 'example'> & {
    change?: (old: string, value: string) => string
    /** What it leaves in the text. Default: nothing. */
    isShown?: true
  },
): Macro => ({
  name,
  aliases: [name.replace('var', 'globalvar')],
  body: macro.body ?? '::name',
  help: macro.help,
  example: macro.example,
  expand({ parts: [key = '', value = ''], context: { variables } }) {
    if (key === '' || !variables) return null
    const old = variables.get(key) ?? ''
    const next = macro.change ? macro.change(old, value) : old
    if (macro.change) variables.set(key, next)
    return macro.isShown ? next : ''
  },
})
const add = (old: string, value: string) => {
  const sum = Number(old) + Number(value)
  return Number.isNaN(sum) ? old + value : String(sum)
}

const variables = [
  variableMacro('setvar', {
    body: '::name::value',
    help: 'Stores a value under a name, for the rest of this prompt.',
    example: { text: '{{setvar::mood::calm}}The sea is {{getvar::mood}}.', output: 'The sea is calm.' },
    change: (_old, value) => value,
  }),
  variableMacro('getvar', {
    help: 'The value stored under a name.',
    example: { text: '{{getvar::gold}} coins.', output: '12 coins.' },
    isShown: true,
  }),
  variableMacro('addvar', {
    body: '::name::value',
    help: 'Adds a number to a stored one, or a text to the end of a stored text.',
    example: { text: '{{addvar::gold::3}}{{getvar::gold}} coins.', output: '15 coins.' },
    change: add,
  }),
  variableMacro('incvar', {
    help: 'Adds one to a stored number, and writes it.',
    example: { text: '{{incvar::gold}} coins.', output: '13 coins.' },
    change: (old) => add(old, '1'),
    isShown: true,
  }),
  variableMacro('decvar', {
    help: 'Takes one from a stored number, and writes it.',
    example: { text: '{{decvar::gold}} coins.', output: '11 coins.' },
    change: (old) => add(old, '-1'),
    isShown: true,
  }),
]

/** A macro without a body that always stands for the same text. */
const constant = (name: string, value: string, help: string, example: Macro['example']): Macro => ({
  name,
  help,
  example,
  expand: ({ body }) => (body === null ? value : null),
})

const layout = [
  constant('newline', '\n', 'A line end.', { text: 'One{{newline}}two', output: 'One\ntwo' }),
  constant('trim', trimMark, 'Removes the line ends around it.', { text: 'One\n\n{{trim}}\ntwo', output: 'Onetwo' }),
  constant('noop', '', 'Nothing.', { text: 'One{{noop}}two', output: 'Onetwo' }),
]

/** All macros. */
export const macros: readonly Macro[] = [
  ...[char, user, original, random, pick, roll, note, comment, hiddenKey, reverse],
  ...textMacros,
  ...times,
  ...variables,
  ...layout,
]
