import type { PlotAdvancement } from '#engine/cards/character.ts'
import type { DemoRequest } from '../provider.ts'

/** What the demo model reads: the character's fields, with the names filled in and white space normalised. */
export interface Scene {
  characterName: string
  userName: string
  personality: string
  speechStyle: string
  behaviors: string
  environment: string
  userRole: string
  greeting: string
  description: string
  plotAdvancement: PlotAdvancement
  /** The user's last message; empty for `continue` and `greeting`. */
  lastUserLine: string
  kind: DemoRequest['kind']
}

const fields = [
  'personality',
  'speechStyle',
  'behaviors',
  'environment',
  'userRole',
  'greeting',
  'description',
] as const

export function sceneOf({ character, userName, kind, messages }: DemoRequest): Scene {
  const characterName = character.name.trim() || 'The character'
  const lastUserLine = kind === 'reply' ? (messages.findLast(({ role }) => role === 'user')?.content ?? '') : ''
  const written = Object.fromEntries(
    fields.map((field) => [
      field,
      character[field]
        .replaceAll(/\{\{char\}\}/gi, characterName)
        .replaceAll(/\{\{user\}\}/gi, userName)
        .replaceAll(/[^\S\n]+/g, ' '),
    ]),
  ) as Pick<Scene, (typeof fields)[number]>
  return { ...written, characterName, userName, plotAdvancement: character.plotAdvancement, lastUserLine, kind }
}
