import type { Macro } from './macro.ts'

const dice = /^(\d{1,3})?d(\d{1,7})([+-]\d{1,7})?$/i
const maxDice = 100
/** A random number takes as long as four characters. */
const stepsPerDie = 4
const sides = /^\d{1,7}$/

export const roll: Macro = {
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
