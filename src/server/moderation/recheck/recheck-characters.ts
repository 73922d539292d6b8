import type { CharacterCard } from '#engine/cards/card.ts'
import { bookOfCard } from '#engine/lore/book-of-card.ts'
import { toFields } from '#server/characters/character-columns.ts'
import { textOf } from '#server/characters/screen-character.ts'
import type { Context, Queryable } from '#server/core/context.ts'
import type { Hit } from '#server/safety/rules/text-guard.ts'
import { classifyText } from '#server/screening/classify-text.ts'
import { scheduleRecheck } from '#server/screening/schedule-recheck.ts'
import { flagOf } from '#server/screening/screen-text.ts'
import { appendAudit } from '../audit/append-audit.ts'
import { applyDecisions } from '../enforcement/apply-decisions.ts'
import { appendAlerts } from '../queries.ts'
import { announceAlerts, storeFlag } from '../raise-flag.ts'
import { dismissUnchecked, findUnchecked, listUncheckedFlags, type UncheckedCharacter } from './queries.ts'

/**
 * Classifies the characters that are held because the classifier did not answer when they were published. If it finds
 * nothing, the character is published; else it stays held for the finding. Returns a function that stops it.
 */
export function scheduleCharacterRecheck(context: Context): () => Promise<void> {
  return scheduleRecheck(context, {
    name: 'the recheck of characters',
    limit: 20,
    list: (page) => listUncheckedFlags(context.db, { ...page, now: context.clock.now() }),
    recheck: ({ id }) => recheck(context, id),
  })
}

async function recheck(context: Context, flagId: string): Promise<void> {
  const read = (db: Queryable) => findUnchecked(db, flagId, context.clock.now())
  const seen = await read(context.db)
  if (!seen) return
  const text = readText(seen)
  const { hit, isChecked } = await classifyText(context, { surface: 'character', text, isFiltered: false })
  if (!hit && !isChecked) return
  const isDone = await context.transact(async (trx) => {
    const unchecked = await read(trx)
    // It has changed; the next run checks it again.
    if (!unchecked || readText(unchecked) !== text) return false
    return applyResult(context, trx, unchecked, hit)
  })
  if (isDone) announceAlerts(context)
}

const readText = ({ character }: UncheckedCharacter) =>
  textOf(toFields(character), character.card === '' ? null : bookOfCard(JSON.parse(character.card) as CharacterCard))

/** Dismisses the flag; if the classifier found something, raises another. False if an admin has acted first. */
async function applyResult(
  context: Context,
  trx: Queryable,
  { flagId, details, character }: UncheckedCharacter,
  hit: Hit | null,
) {
  const now = context.clock.now()
  const result = hit ? 'and objects to it: see the other flag' : 'and found nothing'
  if (!(await dismissUnchecked(trx, flagId, { details: `${details}\nIt has answered since, ${result}.`, now })))
    return false
  const raised = hit && (await raise(context, trx, character, hit))
  await applyDecisions(context, trx, { type: 'character', id: character.id })
  const facts = { before: 'open', after: 'dismissed', effect: 'none', category: 'unchecked', noteHash: null }
  const entry = { action: 'dismiss', target_type: 'flag', target_id: flagId, facts } as const
  await appendAudit(context, trx, { admin: null, requestId: 'classifier' }, [entry])
  await appendAlerts(context, trx, 'flag_updated', [flagId])
  if (raised) await appendAlerts(context, trx, raised.isNew ? 'flag_alert' : 'flag_updated', [raised.row.id])
  return true
}

/** The character stays held for what the classifier found. */
function raise(context: Context, trx: Queryable, character: UncheckedCharacter['character'], hit: Hit) {
  return storeFlag(context, trx, {
    targetType: 'character',
    targetId: character.id,
    targetName: character.name,
    subjectId: character.owner_id,
    source: 'policy',
    ...flagOf(context, hit, `Character “${character.name}”`),
    evidence: { ...toFields(character), authorId: character.owner_id },
    hold: true,
  })
}
