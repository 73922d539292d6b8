const formula = /^(\d{1,2})?d?(\d{1,5})([+-]\d{1,5})?$/i

/** Rolls dice (`d20`, `20`, `2d6+1`) and returns the result as an action of the player; null for other texts. */
export function rollDice(text: string, random: () => number): string | null {
  const compact = text.replaceAll(/\s/g, '').toLowerCase()
  const dice = /^\d{1,5}$/.test(compact) ? `d${compact}` : compact
  const [, count = '1', faces = '0', bonus = ''] = dice.includes('d') ? (formula.exec(dice) ?? []) : []
  const [number, sides] = [Number(count), Number(faces)]
  if (number === 0 || sides === 0) return null
  const rolls = Array.from({ length: number }, () => 1 + Math.floor(random() * sides))
  const total = rolls.reduce((sum, roll) => sum + roll, Number(bonus || 0))
  const sum = [rolls.join(' + '), bonus && `${bonus[0]} ${bonus.slice(1)}`].filter(Boolean).join(' ')
  const isPlain = number === 1 && bonus === ''
  return `*rolls ${dice.replace(/^1d/, 'd')}: ${isPlain ? total : `${sum} = ${total}`}*`
}
