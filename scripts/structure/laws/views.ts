import { fileLaw } from '../law.ts'

const isView = (path: string) => path.endsWith('/view.ts')

/** Row → wire shape happens in view.ts and nowhere else, and nothing else happens there. */
export const views = fileLaw('views', (file) => {
  if (file.isTest || !file.path.startsWith('src/server/')) return []
  if (!isView(file.path)) {
    return file.functions
      .filter(({ text }) => /^view[A-Z]/.test(text))
      .map(({ text, line }) => ({ line, wrong: `shapes an answer outside view.ts (${text})`, instead: keepTogether }))
  }
  const asks = file.imports
    .filter(({ target, isTypeOnly }) => !isTypeOnly && /\/queries\.ts$/.test(target))
    .map(({ specifier, line }) => ({ line, wrong: `a view asks the database (${specifier})`, instead: stayPure }))
  const waits = file.awaits.map((line) => ({ line, wrong: 'a view waits for something', instead: stayPure }))
  return [...asks, ...waits]
})

const keepTogether = "move the function to the capability's view.ts"
const stayPure = 'a view is a pure function of rows: have the intent fetch them and hand them in'
