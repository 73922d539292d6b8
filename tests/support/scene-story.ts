import { expect } from 'vitest'
import type { Character } from '#shared/characters.ts'
import type { ConversationPage } from '#shared/chat.ts'
import { type Client, createCharacter, type TestApp, waitForReplies } from './test-app.ts'

export interface SceneStoryOptions {
  app: TestApp
  player: Client
  random: () => number
  /** The bodies of all requests that the model was sent so far for characters. */
  prompts: () => object[]
}

/** Characters whose prompts differ by their cards. */
export function createSceneCharacters(player: Client): Promise<Character[]> {
  const names = ['Ada', 'Ines', 'Bo', 'Kim', 'Odile']
  return Promise.all(names.map((name) => createCharacter(player, { name, definition: `CARD-OF-${name}.` })))
}

/** A scene in which secrets are said, and that counts in whose prompts each of them is. */
export class SceneStory {
  /** How often a secret was in a prompt of a character that was not present when it was said, and of one that was. */
  leaks = 0
  known = 0
  page: ConversationPage
  readonly #options: SceneStoryOptions
  readonly #characters: Character[]
  /** The characters that were present when each secret was said. */
  readonly #audiences = new Map<string, string[]>()

  private constructor(options: SceneStoryOptions, characters: Character[], page: ConversationPage) {
    this.#options = options
    this.#characters = characters
    this.page = page
  }

  static async begin(options: SceneStoryOptions, characters: Character[]): Promise<SceneStory> {
    const [own, ...others] = characters
    const participantIds = others.map(({ id }) => id)
    const body = { characterId: own?.id, participantIds, turnOrder: 'manual' }
    return new SceneStory(options, characters, await options.player.post<ConversationPage>('/api/conversations', body))
  }

  get url(): string {
    return `/api/conversations/${this.page.conversation.id}`
  }

  get present(): string[] {
    const participants = this.page.scene?.participants ?? []
    return participants.filter((one) => one.present).map(({ characterId }) => characterId)
  }

  pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.#options.random() * list.length)] as T
  }

  /** Says a secret, which is a part of the message, to those who are present. */
  async say(secret: string, message: string): Promise<void> {
    this.#audiences.set(secret, this.present)
    await this.send(message)
  }

  async send(message: string, speakerId?: string): Promise<void> {
    const { app, player } = this.#options
    const { id: conversationId } = this.page.conversation
    await this.inspect(async () => {
      await player.post('/api/chat', { characterId: this.#characters[0]?.id, conversationId, message, speakerId })
      await waitForReplies(app)
    })
    await this.open()
  }

  async open(messages = 1): Promise<void> {
    this.page = await this.#options.player.get(`${this.url}?limit=${messages}`)
  }

  /** Searches the prompts that `action` causes; the card in a prompt says whose it is. */
  async inspect(action: () => Promise<unknown>): Promise<void> {
    const before = this.#options.prompts().length
    await action()
    for (const body of this.#options.prompts().slice(before)) {
      const prompt = JSON.stringify(body)
      const readers = this.#characters.filter(({ name }) => prompt.includes(`CARD-OF-${name}.`))
      expect(readers).toHaveLength(1)
      for (const [secret, audience] of this.#audiences) {
        if (!prompt.includes(secret)) continue
        if (audience.includes(readers[0]?.id ?? '')) this.known += 1
        else this.leaks += 1
      }
    }
  }

  /**
   * Somebody comes or goes, or the player goes back to an earlier message.
   *
   * @param stays the id of a character that never leaves
   */
  async change({ goesBack = 0.2, stays = '' } = {}): Promise<void> {
    const { random, player } = this.#options
    const kind = random()
    const away = this.#characters.map(({ id }) => id).filter((id) => !this.present.includes(id))
    if (kind < (1 - goesBack) / 2 && this.present.length > 1) {
      const turnOrder = this.pick(['manual', 'round', 'addressed'])
      this.page = await player.put<ConversationPage>(`${this.url}/turn-order`, { turnOrder })
      const leaving = this.pick(this.present.filter((id) => id !== stays))
      const response = await player.request('DELETE', `${this.url}/participants/${leaving}?leafId=${this.#leafId}`)
      this.page = response.body as ConversationPage
    } else if (kind < 1 - goesBack) {
      if (away.length > 0) await this.join(this.pick(away))
    } else {
      await this.open(200)
      const body = { messageId: this.pick(this.page.messages.slice(1)).id, leafId: this.#leafId, endHere: true }
      this.page = await player.put<ConversationPage>(`${this.url}/leaf`, body)
    }
  }

  async join(characterId: string): Promise<void> {
    const body = { characterId, leafId: this.#leafId }
    this.page = await this.#options.player.post<ConversationPage>(`${this.url}/participants`, body)
  }

  get #leafId(): string {
    return this.page.messages.at(-1)?.id ?? ''
  }
}
