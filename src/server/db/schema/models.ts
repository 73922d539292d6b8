import type { Generated } from 'kysely'

export interface ModelTables {
  model_connections: ModelConnectionsTable
  model_connection_version: ModelConnectionVersionTable
  model_connection_hours: ModelConnectionHoursTable
  instance_settings: InstanceSettingsTable
}

export interface ModelConnectionsTable {
  id: string
  name: string
  /** An id of providers/models/services.ts. */
  service: string
  base_url: string
  /** See core/secret-box.ts; null without a key. */
  encrypted_key: string | null
  /** Null: the first chat model that the service lists. */
  model: string | null
  context_tokens: number | null
  max_reply_tokens: number | null
  /** JSON. */
  sampling: string
  /** JSON. */
  prices: Generated<string>
  is_premium_only: number
  is_enabled: number
  /** Ascending; the first is asked first. */
  position: number
  created_at: number
  updated_at: number
}

/** One row with the id 1. */
export interface ModelConnectionVersionTable {
  id: number
  version: number
}

/** What a process asked of a connection in an hour. Each process writes rows of its own, so that none is overwritten. */
export interface ModelConnectionHoursTable {
  /** Of `model_connections`, or `environment` or `detected`. */
  connection_id: string
  /** Hours since 1970. */
  hour: number
  process_id: string
  requests: number
  failures: number
  prompt_tokens: number
  reply_tokens: number
  /** JSON: how many replies took how long to their first token, see admin/models/duration-histogram.ts. */
  first_tokens: string
  succeeded_at: number | null
  failed_at: number | null
  /** What was wrong with the last failure, in plain words. */
  failure: string | null
  /** US dollars, by the plan of the accounts. */
  free_cost: Generated<number>
  premium_cost: Generated<number>
}

/** What admins set in the browser for the whole installation. */
export interface InstanceSettingsTable {
  /** `budget` (JSON), or `page` and the name of a page (its text). */
  name: string
  value: string
  updated_at: number
}
