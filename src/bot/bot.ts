import { isBlank } from '#engine/is-blank.ts'
import type { ConversationPage } from '#shared/chat.ts'
import type { ReplyEvents } from '#shared/reply-events.ts'
import { findCharacters } from '../../packages/troupe-chat/troupe.mjs'
import { type BotState, type Channel, readState, saveState, type Task } from './bot-state.ts'
import { type ChatService, commands, type Incoming, placeholder } from './chat-service.ts'
import { splitText } from './split-text.ts'
import type { Troupe } from './troupe.ts'
import { type Log, Refusal } from './try-until-answered.ts'

/** How many messages of a channel are known when the service sends them again. */
const keptKeys = 100

interface BotOptions {
  service: ChatService
  troupe: Troupe
  stateFile: string
  /** The ids of the channels that may use the key. */
  channels: ReadonlySet<string>
  log: Log
}

/** Lets the people of a channel talk to a character: each channel has a conversation, and its messages are answered in order. */
export class Bot {
  readonly #options: BotOptions
  readonly #state: BotState
  readonly #busy = new Set<string>()
  /** The turns whose replies are being written, by channel. */
  readonly #turns = new Map<string, ReplyEvents['turn']>()
  readonly #command: RegExp

  constructor(options: BotOptions) {
    this.#options = options
    this.#command = new RegExp(`^${options.service.prefix}(\\w+)\\s*(.*)$`, 's')
    this.#state = readState(options.stateFile)
  }

  /** A message is confirmed to the service, by the cursor, once it is stored as a task. Ends only with an error. */
  async run(): Promise<never> {
    for (;;) {
      for (const [id, channel] of Object.entries(this.#state.channels)) void this.#answerTasks(id, channel)
      const { cursor, messages } = await this.#options.service.receive(this.#state.cursor)
      for (const message of messages) this.#accept(message)
      this.#state.cursor = cursor
      this.#save()
    }
  }

  #save(): void {
    saveState(this.#options.stateFile, this.#state)
  }

  #accept({ key, channel: id, speaker, text, post }: Incoming): void {
    const { channels, service, log } = this.#options
    const command = this.#command.exec(text)?.[1]
    if (!channels.has(id)) {
      const notice = `This chat is not connected to Troupe. The operator of this bot can add its id to BOT_CHANNELS: ${id}`
      if (post === undefined && command !== 'start' && command !== 'help') return
      const saying: Promise<unknown> =
        post === undefined ? service.post(id, notice, key) : service.edit(id, post, notice)
      saying.catch((error: Error) => log(`Chat ${id}: ${error.message}`))
      return
    }
    this.#state.channels[id] ??= { characterId: null, conversationId: null, tasks: [] }
    const channel = this.#state.channels[id]
    const { tasks, keys = [] } = channel
    if (keys.includes(key)) return
    channel.keys = [...keys, key].slice(-keptKeys)
    const posts = post === undefined ? [] : [post]
    const [first] = tasks
    if (first && command === 'stop') {
      first.isStopped = true
      this.#stop(this.#turns.get(id))
      if (post !== undefined) tasks.splice(1, 0, { key, text, answer: 'Stopped.', posts })
      return
    }
    const isSaid = speaker !== null && command === undefined
    tasks.push({ key, text: isSaid ? `${nameOf(speaker)}: ${text}` : text, posts })
  }

  async #answerTasks(id: string, channel: Channel): Promise<void> {
    if (this.#busy.has(id)) return
    this.#busy.add(id)
    for (let task = channel.tasks[0]; task; task = channel.tasks[0]) {
      try {
        await this.#answer(id, channel, task)
      } catch (error) {
        this.#options.log(`Chat ${id}: a message was not answered: ${(error as Error).message}`)
      }
      channel.tasks.shift()
      this.#save()
    }
    this.#busy.delete(id)
  }

  async #answer(id: string, channel: Channel, task: Task): Promise<void> {
    const shown: string[] = []
    let isShowing = false
    let showing = Promise.resolve()
    let nextAt = 0
    const show = (text: string) => this.#show(id, task, shown, text)
    const onText = (text: string) => {
      if (isShowing || performance.now() < nextAt) return
      isShowing = true
      showing = show(text)
        // What is wrong is wrong at the end too.
        .catch(() => {})
        .finally(() => {
          isShowing = false
          nextAt = performance.now() + this.#options.service.editInterval
        })
    }
    const text = task.answer ?? (await this.#carryOut(id, channel, task, onText).catch(messageOf))
    await showing
    await show(text)
  }

  /** Returns what is answered in the end. */
  async #carryOut(id: string, channel: Channel, task: Task, onText: (text: string) => void): Promise<string> {
    const { characterId, conversationId } = channel
    const [, command, argument = ''] = this.#command.exec(task.text) ?? []
    if (command === 'stop') return 'No reply is being written.'
    if (command === 'character' && argument !== '') return this.#chooseCharacter(channel, task, argument)
    if (command !== undefined && command !== 'new' && command !== 'swipe') return this.#help()
    if (characterId === null || conversationId === null)
      return `Choose who you talk to: ${this.#options.service.prefix}character and a name.`
    if (command === 'new') return this.#begin(channel, task, characterId)
    const turn =
      command === 'swipe'
        ? { path: `/api/conversations/${conversationId}/replies`, body: await this.#version(conversationId, argument) }
        : { path: '/api/chat', body: { characterId, conversationId, message: task.text } }
    const onTurn = (begun: ReplyEvents['turn']) => {
      this.#turns.set(id, begun)
      if (task.isStopped) this.#stop(begun)
    }
    const body = { ...turn.body, clientMessageId: task.key }
    return this.#options.troupe.receiveReply(turn.path, body, { onTurn, onText }).finally(() => this.#turns.delete(id))
  }

  #help(): string {
    const list = Object.entries(commands)
    return list.map(([name, description]) => `${this.#options.service.prefix}${name} – ${description}`).join('\n')
  }

  async #version(conversationId: string, hint: string) {
    const path = `/api/conversations/${conversationId}?limit=6`
    const { messages } = await this.#options.troupe.call<ConversationPage>('GET', path)
    return { messageId: messages.findLast(({ role }) => role === 'character')?.id ?? '', hint }
  }

  async #chooseCharacter(channel: Channel, task: Task, name: string): Promise<string> {
    const { service, troupe } = this.#options
    const characters = await findCharacters((method, path) => troupe.call(method, path), name)
    const [first] = characters
    if (!first) return `There is no character “${name}”. Try a part of the name.`
    if (characters.length === 1 || first.name.toLowerCase() === name.toLowerCase())
      return this.#begin(channel, task, first.id)
    const names = characters.slice(0, 10).map((character) => `${service.prefix}character ${character.name}`)
    return `Which one?\n${names.join('\n')}`
  }

  /** Returns the greeting. When the bot is killed before it is stored, an empty conversation is left, which expires. */
  async #begin(channel: Channel, task: Task, characterId: string): Promise<string> {
    const { conversation, messages } = await this.#options.troupe.call<ConversationPage>('POST', '/api/conversations', {
      characterId,
    })
    Object.assign(channel, { characterId, conversationId: conversation.id })
    task.answer = messages.at(-1)?.content ?? `You are talking to ${conversation.characterName} now.`
    this.#save()
    return task.answer
  }

  /** Before the turn has begun, `isStopped` of its task says that it is to be stopped. */
  #stop(turn: ReplyEvents['turn'] | undefined): void {
    if (!turn) return
    this.#options.troupe
      .call('POST', `/api/conversations/${turn.conversationId}/replies/${turn.messageId}/stop`)
      .catch((error: Error) => this.#options.log(`A reply was not stopped: ${error.message}`))
  }

  async #show(channel: string, task: Task, shown: string[], text: string): Promise<void> {
    const { service } = this.#options
    const parts = splitText(text, service.maxLength)
    for (let index = 0; index < Math.max(parts.length, task.posts.length); index += 1) {
      // A text that was replaced can be shorter.
      const part = parts[index] ?? placeholder
      let post = task.posts[index]
      if (post === undefined) {
        post = await service.post(channel, placeholder, `${task.key}-${index}`)
        task.posts.push(post)
        this.#save()
      }
      if (shown[index] !== part) await service.edit(channel, post, part)
      shown[index] = part
    }
  }
}

/** The name of a speaker, without what would make its message a command or another line. */
function nameOf(speaker: string): string {
  const name = speaker.replace(/[\s/!:]+/g, ' ').trim()
  return isBlank(name) ? 'Someone' : name.slice(0, 40)
}

function messageOf(error: unknown): string {
  if (error instanceof Refusal) return error.message
  throw error
}
