import { foldText } from '#shared/fold-text.ts'

/** The item with this name, or the first one whose name, or a word of it, begins with it. */
export function findByName<T extends { name: string }>(all: readonly T[], name: string): T | undefined {
  const wanted = foldText(name)
  if (wanted === '') return undefined
  return (
    all.find((one) => foldText(one.name) === wanted) ??
    all.find((one) => foldText(one.name).startsWith(wanted)) ??
    all.find((one) => foldText(one.name).includes(` ${wanted}`))
  )
}
