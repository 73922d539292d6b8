import { choose, seededRandom } from '../seeded-random.ts'
import type { Macro } from './macro.ts'

const char: Macro = {
  name: 'char',
  tags: ['char', 'bot'],
  help: "The character's nickname, or name when there is no nickname. Also written <char> or <BOT>.",
  example: { text: '{{char}} nods. <BOT> smiles.', output: 'Ilse nods. Ilse smiles.' },
  expand: ({ body, context }) => (body === null ? context.char : null),
}

const user: Macro = {
  name: 'user',
  tags: ['user'],
  help: "The player's name. Also written <USER>.",
  example: { text: 'Welcome aboard, {{user}}.', output: 'Welcome aboard, Sam.' },
  expand: ({ body, context }) => (body === null ? context.user : null),
}

const original: Macro = {
  name: 'original',
  help: "In a card's own instructions: the instruction that they replace. Only the first one in a text is expanded.",
  example: { text: '{{original}} Speak in verse.', output: 'Stay in character. Speak in verse.' },
  expand({ body, ordinal, context }) {
    if (body !== null || context.original === undefined) return null
    return ordinal === 0 ? context.original : ''
  },
}

const random: Macro = {
  name: 'random',
  help: 'A random option. Write \\, for a comma inside an option.',
  example: { text: 'A cup of {{random:tea,rum,cocoa\\, hot}}.', output: 'A cup of rum.' },
  expand: ({ body, parts, context }) => (body === null ? null : choose(parts, context.random())),
}

const pick: Macro = {
  name: 'pick',
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
  help: 'A note of the author. It is removed.',
  example: { text: 'The door opens.{{// she already knows}}', output: 'The door opens.' },
  expand: () => '',
}

const comment: Macro = {
  name: 'comment',
  help: 'A remark for readers of the card. The model does not get it.',
  example: { text: 'Rain.{{comment: inspired by a song}}', output: 'Rain.' },
  expand: ({ body }) => (body === null ? null : ''),
}

const hiddenKey: Macro = {
  name: 'hidden_key',
  help: 'A keyword that lorebooks match. It is removed from the text.',
  example: { text: 'The harbour sleeps.{{hidden_key:smugglers}}', output: 'The harbour sleeps.' },
  expand: ({ body }) => (body === null ? null : ''),
}

const reverse: Macro = {
  name: 'reverse',
  help: 'Its text backwards.',
  example: { text: 'The sign reads {{reverse:exit}}.', output: 'The sign reads tixe.' },
  expand: ({ body }) => (body === null ? null : [...body].reverse().join('')),
}

/** All macros. */
export const macros: readonly Macro[] = [char, user, original, random, pick, roll, note, comment, hiddenKey, reverse]
