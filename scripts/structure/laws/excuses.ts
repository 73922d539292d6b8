import { fileLaw } from '../law.ts'

const unfinished = /\b(?:TODO|FIXME|XXX|HACK)\b/
const silenced = /@ts-(?:ignore|expect-error|nocheck)\b/
const tests = /^(?:(?:test|it|describe)(?:\.\w+)*)\.(?:skip|only|todo|fixme|fails)$/

/** Nothing is put off, silenced or left out: it is done, or an issue says that it is not. */
export const excuses = fileLaw('excuses', (file) => {
  const comments = file.comments.flatMap(({ text, line }) => {
    if (unfinished.test(text)) return [{ line, wrong: 'leaves something for later', instead: doIt }]
    return silenced.test(text) ? [{ line, wrong: 'silences the type checker', instead: typeIt }] : []
  })
  const anys = file.anys.map((line) => ({ line, wrong: 'says any', instead: typeIt }))
  const left = file.calls
    .filter(({ callee }) => tests.test(callee))
    .map(({ callee, line }) => ({ line, wrong: `leaves tests out (${callee})`, instead: runIt }))
  return [...comments, ...anys, ...left]
})

const doIt = 'do it, or write an issue and take the comment out'
const typeIt = 'say what it is: a type, a guard, or unknown'
const runIt = 'mend the test or delete it; what a machine cannot run belongs in the summary of npm test'
