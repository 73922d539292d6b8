import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** A message that is not answered yet. */
export interface Task {
  key: string
  text: string
  /** What a command answers. Undefined until it is carried out. */
  answer?: string
  /** The ids of the messages with the answer. */
  posts: string[]
  isStopped?: boolean
}

export interface Channel {
  characterId: string | null
  conversationId: string | null
  /** The first one is being answered. */
  tasks: Task[]
  /** The keys of the newest messages: a service may send a message again. */
  keys?: string[]
}

/** What a bot must know after a restart. */
export interface BotState {
  cursor: string | null
  channels: Record<string, Channel>
}

export function readState(file: string): BotState {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { cursor: null, channels: {} }
    throw new Error(`${file} cannot be read: ${(error as Error).message}`)
  }
}

/** Replaces the file in one step. The state may change only when it is on disk, so nothing else runs meanwhile. */
export function saveState(file: string, state: BotState): void {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  const descriptor = openSync(`${file}.part`, 'w', 0o600)
  writeFileSync(descriptor, JSON.stringify(state))
  fsyncSync(descriptor)
  closeSync(descriptor)
  renameSync(`${file}.part`, file)
}
