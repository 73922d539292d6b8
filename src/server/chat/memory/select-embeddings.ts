import type { Context } from '#server/core/context.ts'
import type { Account } from '#server/core/viewer.ts'
import type { Embeddings } from '#server/providers/models/embeddings/embeddings.ts'

/** The service that embeds for an account type: the one of the environment, else that of its first model, if it does. */
export function selectEmbeddings(
  { embeddings, models }: Context,
  accountType: Account['account_type'],
): Embeddings | null {
  return embeddings ?? models.select(accountType)[0].embeddings ?? null
}
