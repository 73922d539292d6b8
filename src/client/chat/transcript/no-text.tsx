/** Shown for a message of invisible characters: old messages and imported files can have no visible text. */
export function NoText() {
  return <p className="text-ink-soft text-sm italic">This message has no visible text.</p>
}
