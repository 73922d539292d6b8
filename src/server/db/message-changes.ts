import type { DatabaseSync } from 'node:sqlite'

/** Hears of changes to messages of which a cache may have a copy. */
export interface MessageListener {
  /** An ended message was changed or deleted. The change may still be rolled back. */
  changed(conversationId: string, id: string): void
  /** Changes that reads may have seen were rolled back. */
  rolledBack(): void
}

/**
 * Calls `changed` for each message whose place or text this connection changes, except replies that are being generated.
 * The triggers are temporary: they belong to the connection and are not part of the file. No other process changes
 * messages while the server runs.
 */
export function createMessageTriggers(database: DatabaseSync, changed: MessageListener['changed']): void {
  database.function('message_changed', (conversationId, id) => {
    changed(String(conversationId), String(id))
    return null
  })
  database.exec(`
    create temp trigger message_updated
      after update of conversation_id, parent_id, depth, role, content, status, persona_name on main.messages
      when old.status <> 'streaming'
      begin select message_changed(old.conversation_id, old.id); end;
    create temp trigger message_deleted after delete on main.messages
      begin select message_changed(old.conversation_id, old.id); end`)
}
