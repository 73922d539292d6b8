import type { DemoRequest } from '../provider.ts'
import { cardWords } from './card-words.ts'
import { chanceFrom } from './chance.ts'
import { hear } from './hear.ts'
import { remember } from './memory.ts'
import { speaksCasually } from './register.ts'
import { type Scene, sceneOf } from './scene.ts'
import { performContinuation, performGreeting, performReply, type Stage } from './shapes.ts'
import { Speaker } from './speaker.ts'

/** How often to try for something else when a reply would be the last one again. */
const attempts = 8

/** The reply, from the request alone: the same request and seed give the same reply. */
export function perform(request: DemoRequest): string {
  const scene = sceneOf(request)
  const seed = [request.seed ?? 0, scene.characterName, scene.kind, ...request.messages.map(({ content }) => content)]
  const last = remember(request.messages).lastReply
  let reply = ''
  for (let attempt = 0; attempt < attempts; attempt++) {
    reply = performOnce(request, scene, [...seed, attempt].join('\n'))
    if (reply !== last) return reply
  }
  return `${reply} *A pause.*`
}

function performOnce(request: DemoRequest, scene: Scene, seed: string): string {
  const chance = chanceFrom(seed)
  const memory = remember(request.messages)
  const heard = hear(scene.lastUserLine)
  const card = cardWords(scene)
  const casual = speaksCasually([scene.greeting, scene.speechStyle].join('\n'))
  const { characterName: fullName, userName } = scene
  const speaker = new Speaker({ card, fullName, userName, heard, memory, chance, casual })
  const stage: Stage = { speaker, chance, memory, heard, card, plot: scene.plotAdvancement }
  if (scene.kind === 'greeting') return performGreeting(stage)
  return scene.kind === 'continue' ? performContinuation(stage) : performReply(stage)
}
