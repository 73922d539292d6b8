import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { parseContent, readContent } from '#server/content/read-content.ts'
import { safetyCategories } from '#shared/safety-terms.ts'

/** Where a text comes from or goes to. A rule names those that it applies to. */
export const surfaces = ['message', 'reply', 'character', 'name', 'image'] as const
export type Surface = (typeof surfaces)[number]

const name = z.string().regex(/^[a-z][a-z0-9-]{0,39}$/, 'must be lower-case letters, digits and hyphens')
const phrases = z.array(z.string().min(1).max(1_000)).max(5_000)

const Rule = z.strictObject({
  id: name,
  category: z.enum(safetyCategories),
  severity: z.number().int().min(1).max(5),
  /** `block`: the text is held back and a flag raised. `help`: a message of somebody in crisis. `filter`: only while the chat filter is on. */
  action: z.enum(['block', 'help', 'filter']),
  appliesTo: z.array(z.enum(surfaces)).min(1),
  /** The cues that must all be found within `window` characters, or hold for the character. */
  all: z.array(name).min(1).max(3),
  /** Cues that must be found too, but mean nothing alone: they are not part of the hit and not held back. */
  context: z.array(name).max(2).default([]),
  window: z.number().int().min(20).max(400).default(200),
})
export type Rule = z.infer<typeof Rule>

export const RuleFile = z.strictObject({
  version: z.string().min(1).max(40),
  /** Words and names that phrases refer to as `<list>`. */
  lists: z.record(name, phrases).default({}),
  cues: z.record(name, phrases).default({}),
  rules: z.array(Rule).max(200).default([]),
})
export type RuleFile = z.infer<typeof RuleFile>

/** A rule file that cannot be used. Its message names the file and what is wrong. */
export class RuleFileError extends Error {
  override name = 'RuleFileError'
}

/** Reads the product's rules and the operator's file, if there is one. It adds rules and cannot remove any. */
export function readRules(operatorFile: string | undefined): RuleFile {
  const base = readContent('safety/rules.json', RuleFile)
  if (operatorFile === undefined) return base
  try {
    return extendRules(base, parseContent(operatorFile, readFileSync(operatorFile, 'utf8'), RuleFile))
  } catch (error) {
    throw new RuleFileError(`The safety rules in ${operatorFile} cannot be used: ${(error as Error).message}`)
  }
}

/** Adds an operator's lists, cues and rules. The added file cannot weaken a rule of the base. */
export function extendRules(base: RuleFile, added: RuleFile): RuleFile {
  const ids = new Set(base.rules.map(({ id }) => id))
  const taken = added.rules.find(({ id }) => ids.has(id))
  if (taken) throw new RuleFileError(`the rule ${taken.id} exists already; give yours another id`)
  for (const [cue, list] of Object.entries(added.cues)) {
    const exception = base.cues[cue] && list.find((phrase) => phrase.startsWith('!'))
    if (exception)
      throw new RuleFileError(`the cue ${cue} cannot get the exception “${exception}”: it would weaken a rule`)
  }
  return {
    version: `${base.version}+${added.version}`,
    lists: joinLists(base.lists, added.lists),
    cues: joinLists(base.cues, added.cues),
    rules: [...base.rules, ...added.rules],
  }
}

function joinLists(base: Record<string, string[]>, added: Record<string, string[]>): Record<string, string[]> {
  const joined = { ...base }
  for (const [key, list] of Object.entries(added)) joined[key] = [...(base[key] ?? []), ...list]
  return joined
}
