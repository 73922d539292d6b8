import type { Context } from '#server/core/context.ts'
import type { ConnectedModels } from './connected-models.ts'

/** What the operations of Admin → Models need. */
export interface ModelDeps {
  context: Context
  models: ConnectedModels
}
