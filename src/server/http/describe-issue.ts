import type { z } from 'zod'

const types: Record<string, string | undefined> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}
const units: Record<string, string | undefined> = { string: ' characters', array: ' entries' }

/** What is wrong with a field of a request, where its schema has no message of its own. */
export const describeIssue: z.core.$ZodErrorMap = (issue) => {
  const { code, input, path = [] } = issue
  const name = path.length > 0 ? `“${path.join('.')}”` : 'The body of the request'
  if (input === undefined || (input === null && path.length === 0)) return `${name} is missing.`
  if (code === 'invalid_type') return `${name} must be ${types[issue.expected] ?? 'of another type'}.`
  if (code === 'invalid_value')
    return `${name} must be ${issue.values.length > 1 ? 'one of: ' : ''}${issue.values.join(', ')}.`
  if (code === 'too_small' && issue.minimum === 1 && units[issue.origin]) return `${name} must not be empty.`
  if (code === 'too_big' || code === 'too_small') {
    const bound = code === 'too_big' ? `at most ${issue.maximum}` : `at least ${issue.minimum}`
    const unit = units[issue.origin]
    return `${name} must ${unit ? `have ${bound}${unit}` : `be ${bound}`}.`
  }
  return `${name} is not valid.`
}
