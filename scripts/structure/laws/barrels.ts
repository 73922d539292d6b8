import { fileLaw } from '../law.ts'

/** The lists of the house: one import line each, and something is done with what they import. */
const lists = /^src\/(?:server\/providers\/[^/]+\/index|engine\/macros\/index|server\/characters\/cast\/index)\.ts$/

/** No barrels: an import says the file where the thing is. */
export const barrels = fileLaw('barrels', (file) => {
  if (file.onlyReexports) return [{ line: 1, wrong: 'does nothing but pass on other files', instead: importDirectly }]
  const isIndex = /(?:^|\/)index\.tsx?$/.test(file.path)
  return isIndex && !lists.test(file.path) ? [{ line: 1, wrong: 'is an index file', instead: nameIt }] : []
})

const importDirectly = 'delete it and import from the files themselves'
const nameIt = 'name the file after what is in it; only the lists of providers, macros and the cast are called index.ts'
