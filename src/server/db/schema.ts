import type { AccountTables } from './schema/accounts.ts'
import type { BillingTables } from './schema/billing.ts'
import type { CharacterTables } from './schema/characters.ts'
import type { ConversationTables } from './schema/conversations.ts'
import type { ImageTables } from './schema/images.ts'
import type { JobTables } from './schema/jobs.ts'
import type { LorebookTables } from './schema/lorebooks.ts'
import type { MemoryTables } from './schema/memory.ts'
import type { ModelTables } from './schema/models.ts'
import type { ModerationTables } from './schema/moderation.ts'
import type { PersonaTables } from './schema/personas.ts'
import type { SearchTables } from './schema/search.ts'
import type { VoiceTables } from './schema/voices.ts'
import type { WebhookTables } from './schema/webhooks.ts'

/** All tables. Ids are UUIDv7 text, times integer milliseconds, booleans 0/1, JSON text. */
export interface Database
  extends AccountTables,
    CharacterTables,
    SearchTables,
    ConversationTables,
    PersonaTables,
    LorebookTables,
    MemoryTables,
    JobTables,
    BillingTables,
    ImageTables,
    ModerationTables,
    ModelTables,
    VoiceTables,
    WebhookTables {}
