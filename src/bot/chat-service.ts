/** A message that somebody wrote in a channel. */
export interface Incoming {
  /** The same each time the service sends the message: 8 to 64 characters. */
  key: string
  channel: string
  /** Who wrote it; null where there is only one person. */
  speaker: string | null
  text: string
  /** The id of the message that its answer is written into, where the service has posted one. */
  post?: string
}

/** A service with channels. Its calls wait until the service answers, and throw a `Refusal` when it declines. */
export interface ChatService {
  /** The account of the bot. */
  id: string
  /** What commands begin with. */
  prefix: '/' | '!'
  /** The most UTF-16 code units of a message. */
  maxLength: number
  /** Milliseconds between two edits while a reply is written. */
  editInterval: number
  /** Waits for messages after the cursor, and confirms to the service those before it. */
  receive(cursor: string | null): Promise<{ cursor: string; messages: Incoming[] }>
  /** Returns the id of the new message; with the same key that of the same message, if the service can tell. */
  post(channel: string, text: string, key: string): Promise<string>
  edit(channel: string, id: string, text: string): Promise<void>
}

/**
 * The text of a new message. Texts are only written with edits, which can be repeated: when the bot is killed before the
 * id of a new message is stored, this is all that is left of it.
 */
export const placeholder = '…'

export const commands = {
  character: 'Choose who you talk to, with a name',
  new: 'Begin a new conversation with the same character',
  swipe: 'Another version of the last reply; you can add what should differ',
  stop: 'Stop the reply that is being written',
  help: 'Show these commands',
}
