/** In place of a message of invisible characters, which could once be sent, and which imported files can have. */
export function NoText() {
  return <p className="text-ink-soft text-sm italic">This message has no visible text.</p>
}
