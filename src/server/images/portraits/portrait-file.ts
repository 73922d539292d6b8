import { type Expression, expressions } from '#engine/expressions/expression.ts'

/** What a file of a portrait shows: `ines.svg`, or `ines.joy.svg`. Null for another name. */
export function parsePortraitFile(file: string): { name: string; expression: Expression } | null {
  const [, name, wanted = 'neutral'] = /^([a-z0-9-]{1,64})(?:\.([a-z]+))?\.svg$/.exec(file) ?? []
  const expression = expressions.find((one) => one === wanted)
  return name !== undefined && expression ? { name, expression } : null
}
