import type { Step } from './step.ts'

/** The rule that held a message back, which was only in the text of its error. */
export const errorRules: readonly Step[] = [
  'alter table messages add column error_rule text',
  async (db) => {
    const held = db.selectFrom('messages').select(['id', 'error_message']).where('error_type', '=', 'held_back')
    for (const { id, error_message } of await held.execute()) {
      const rule = /\(rule “([^”]+)”\)\. If this is a mistake/.exec(error_message ?? '')?.[1]
      if (rule) await db.updateTable('messages').set({ error_rule: rule }).where('id', '=', id).execute()
    }
  },
]
