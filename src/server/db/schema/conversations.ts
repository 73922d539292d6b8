import type { Generated } from 'kysely'
import type { Expression } from '#engine/expressions/expression.ts'
import type { ContentRating } from '#shared/entitlements.ts'
import type { TurnOrder } from '#shared/scenes.ts'

export interface ConversationTables {
  conversations: ConversationsTable
  conversation_participants: ConversationParticipantsTable
  conversation_folders: ConversationFoldersTable
  messages: MessagesTable
  daily_messages: DailyMessagesTable
  receipts: ReceiptsTable
  request_parts: RequestPartsTable
}

export interface ConversationsTable {
  id: string
  user_id: string
  character_id: string
  /** The character as it was when the conversation began: shown once the user has lost access to it. */
  character_name: string
  character_avatar: string
  character_category: string
  /** The revision of the character that it began with, or that the user has taken since: its prompts are built from it. */
  revision_id: Generated<string | null>
  /** The newest revision that the user did not want to take. */
  declined_revision_id: Generated<string | null>
  title: string
  /** The end of the active path through the tree. */
  active_leaf_id: string | null
  /** The reply that is being generated, null when none is: it decides whether a turn may begin. */
  running_reply_id: string | null
  created_at: number
  /** When its first turn began. Null before that: the conversation is not listed. */
  started_at: number | null
  /** When it is purged, unless it starts before; if a client seeded it, unless it gets a reply before. */
  expires_at: number | null
  /** When its newest turn began, or its content was last changed otherwise: the list is in this order. */
  updated_at: number
  deleted_at: number | null
  pinned_at: number | null
  /** An archived conversation is not listed. Its next turn brings it back. */
  archived_at: number | null
  folder_id: Generated<string | null>
  /** Who speaks next in a scene with several characters; null while the conversation has its own character only. */
  turn_order: TurnOrder | null
  /** The persona chosen for this conversation; `account` for none; null for the default one. */
  persona_id: string | null
  /** The rating to which the user has raised it; null for that of its characters. */
  content_rating: Generated<ContentRating | null>
  /** The address of the picture behind it; empty for none; null for that of its character. */
  background: Generated<string | null>
  /** JSON of shared/notes.ts `Notes`; null without. */
  notes: string | null
  /** JSON: the ids of the user's lorebooks that are used; null for none. */
  lorebooks: Generated<string | null>
  /** Whether it has a memory; null: as its account says. */
  has_memory: Generated<number | null>
  /** Incremented with each change of its memory; 0 while nothing is stored. */
  memory_version: Generated<number>
}

/** The characters of a scene. A conversation with its own character only has no rows here. */
export interface ConversationParticipantsTable {
  conversation_id: string
  /** It may be the id of a character that no longer exists. */
  character_id: string
  /** The character as it was when it joined: shown after the user has lost access to it. */
  character_name: string
  character_avatar: string
  character_category: string
  /** As in conversations, from when it joined. */
  revision_id: Generated<string | null>
  /** The order in which they speak by round, from 0. */
  position: number
  /**
   * When it last joined and left, on any branch. Each message says who is present; before the first message, those who
   * have not left.
   */
  joined_at: number
  left_at: number | null
}

export interface ConversationFoldersTable {
  id: string
  user_id: string
  name: string
  /** Without case and accents; unique for the account. */
  name_key: string
  created_at: number
}

export interface MessagesTable {
  id: string
  conversation_id: string
  parent_id: string | null
  /** Number of messages before it on its path. */
  depth: number
  role: 'user' | 'character'
  content: string
  status: 'complete' | 'streaming' | 'interrupted' | 'failed' | 'redacted'
  /** `<user id>:<client message id>`, unique: repeating a send has no effect. */
  idempotency_key: string | null
  error_type: string | null
  error_message: string | null
  /** The rule of the safety policy that held it back, if a review can be asked for. */
  error_rule: Generated<string | null>
  model: string | null
  /** Why the model ended the reply; null for a user's message, while streaming, and after a failure or a stop. */
  finish: 'stop' | 'length' | 'filter' | 'help' | null
  /** JSON of shared/chat.ts `Usage`. */
  usage: string | null
  /** 1 when a client sent the text as the beginning of a conversation: the server cannot know who wrote it. */
  is_seeded: Generated<number>
  /** 1 for a reply during whose turn the classifier did not answer: only the rules have looked at it. */
  is_unchecked: Generated<number>
  created_at: number
  /** When the text was last saved. While streaming it changes every second, otherwise the reply is abandoned. */
  updated_at: number
  hidden_at: number | null
  /** The deleted message below which it was hidden, itself included; null when it was not deleted. */
  hidden_by: string | null
  /** The leaf that was active when the user last left this version for another: choosing it leads back there. */
  last_leaf_id: string | null
  /** 1 when the user wrote the text of this reply, in place of the model's. */
  is_edited: Generated<number>
  /** 1 when the user has left it out of the prompts: neither a character nor the memory is given its text. */
  is_excluded: Generated<number>
  /** When the user asked to stop the reply, on any instance. */
  stop_requested_at: number | null
  /**
   * The message at which the verbatim history of the reply's prompt begins. A user's message has that of the reply
   * before it. It may be a message that is not on the path, and counts as null then.
   */
  anchor_id: string | null
  /** Where the history of the prompt after this reply is expected to begin; null where that is not known. */
  horizon_id: Generated<string | null>
  /** What the speaker's face shows in a reply; null for a user's message, a greeting and older replies. */
  expression: Generated<Expression | null>
  /** The character that said a reply; null is the conversation's own. */
  speaker_id: string | null
  /**
   * JSON of the ids of the characters that were present and know this message; null is the conversation's own character
   * alone. See engine/scenes/audience.ts.
   */
  audience: string | null
  /** Who is present from this message on, like `audience`: null is as in it. Set where somebody joined or left after it. */
  present_after: string | null
  /** 1 where one character of a scene alone hears it; the others are present again after it. */
  is_whisper: Generated<number>
  /** JSON of the ids of the characters that speak after this reply in its round; null if it ends the round. */
  round_queue: string | null
  /** What the user calls the branch that begins here. */
  branch_name: string | null
  /** Of a message in a copied conversation: the message that it is a copy of, also where the copy was copied. */
  copied_from: Generated<string | null>
  /** The persona as which the user said it, and its name then; null for the account's own name. */
  persona_id: string | null
  persona_name: string | null
}

/** What the prompt of a reply was made of. */
export interface ReceiptsTable {
  message_id: string
  conversation_id: string
  /** The message at which the verbatim history of the prompt begins. */
  anchor_id: string | null
  /** JSON of engine/prompt/input.ts `PromptInsert`: the facts, passages and lore that were added to it. */
  inserts: string
  /** JSON of chat/replies/receipt.ts `ReceiptDetails`. */
  details: string
  /** JSON of chat/replies/stored-request.ts `StoredRequest`; null for the demo model and for older replies. */
  request: string | null
}

/** The messages of the requests that models were sent, each once for its conversation. */
export interface RequestPartsTable {
  conversation_id: string
  /** Counts the parts of the conversation from 1. */
  number: number
  /** A hash of the text. */
  key: string
  /** JSON of a message, or of a part of the system text. */
  text: string
}

export interface DailyMessagesTable {
  user_id: string
  /** Days since 1970, UTC. */
  day: number
  /** Turns and new greetings, without those that were refunded. */
  used: number
  refunded: Generated<number>
}
