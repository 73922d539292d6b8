import { tryOrNull } from '#client/lib/try-or-null.ts'

/** Whether this tab shows the greeting for the first time: the typewriter effect runs once. */
export function isFirstView(characterId: string, greeting: string): boolean {
  const key = `greeted:${characterId}`
  const isSeen = tryOrNull(() => sessionStorage.getItem(key) === greeting) ?? false
  tryOrNull(() => sessionStorage.setItem(key, greeting))
  return !isSeen
}
