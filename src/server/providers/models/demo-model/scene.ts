import type { ModelRequest, Scene } from '../provider.ts'

const bare: Scene = {
  characterName: 'The understudy',
  userName: '',
  personality: '',
  speechStyle: '',
  behaviors: '',
  environment: '',
  userRole: '',
  greeting: '',
  description: '',
  plotAdvancement: 'balanced',
  lastUserLine: '',
  kind: 'reply',
}

const prose = ['personality', 'speechStyle', 'behaviors', 'environment', 'userRole', 'greeting', 'description'] as const

/** The scene as given, names put in and white space put straight, or what can be made out of a bare conversation. */
export function sceneOf({ scene, messages }: ModelRequest): Scene {
  if (scene === undefined) {
    const lastUserLine = messages.findLast(({ role }) => role === 'user')?.content ?? ''
    return { ...bare, lastUserLine, kind: lastUserLine.trim() === '' ? 'continue' : 'reply' }
  }
  const characterName = scene.characterName.trim() || bare.characterName
  const tidied = { ...scene, characterName }
  for (const field of prose) {
    tidied[field] = scene[field]
      .replaceAll(/\{\{char\}\}/gi, characterName)
      .replaceAll(/\{\{user\}\}/gi, scene.userName)
      .replaceAll(/[^\S\n]+/g, ' ')
  }
  return tidied
}
