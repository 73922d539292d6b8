import { fileLaw } from '../law.ts'

const drawer = /^(?:utils?|utilities|helpers?|common|misc|shared-utils|tools?)$/

/** No drawers: a name says what is inside. */
export const names = fileLaw('names', ({ path }) => {
  const parts = path.replace(/(?:\.test)?\.tsx?$/, '').split('/')
  const found = parts.flatMap((part) => part.split('.')).find((part) => drawer.test(part))
  return found ? [{ line: 1, wrong: `is called "${found}", which says nothing`, instead: sayWhat }] : []
})

const sayWhat = 'name it after the thing it does, and put it where that thing lives'
