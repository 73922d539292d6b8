import type { Generated } from 'kysely'
import type { VoiceConnection } from '#shared/voices.ts'
import type { ColumnsOf } from './columns-of.ts'

export interface VoiceTables {
  voice_connections: VoiceConnectionsTable
  message_sounds: MessageSoundsTable
  speech_days: SpeechDaysTable
}

export interface VoiceConnectionsTable
  extends ColumnsOf<Omit<VoiceConnection, 'serviceLabel' | 'hasKey' | 'isKeyUnreadable' | 'enabled'>> {
  /** See core/secret-box.ts; null without a key. */
  encrypted_key: string | null
  is_enabled: number
  /** Ascending; the first is asked first. */
  position: number
  created_at: number
}

/** What was spoken of a message: a file of the storage, whose name is the id and the extension of the type. */
export interface MessageSoundsTable {
  id: string
  /** Null once the message is deleted; the sweep then deletes the file. */
  message_id: string | null
  owner_id: string | null
  /** Of the voice and the text. */
  hash: string
  type: string
  created_at: number
}

/** What an account has had spoken and transcribed on a day. */
export interface SpeechDaysTable {
  user_id: string
  /** Days since 1970, UTC. */
  day: number
  seconds: number
  /** As far as prices are known. */
  dollars: Generated<number>
}
