export interface PromptPart {
  title: string
  text: string
}

interface Body {
  system?: unknown
  messages?: unknown
  [setting: string]: unknown
}

/** The parts of a request as it was sent, for reading: the messages with their roles, and everything else as settings. */
export function readPrompt(body: string): { settings: string; parts: PromptPart[] } {
  const { system, messages, ...settings } = JSON.parse(body) as Body
  const parts = (Array.isArray(messages) ? messages : []).map((message: { role?: unknown; content?: unknown }) => {
    return { title: String(message.role), text: textOf(message.content) }
  })
  return {
    settings: JSON.stringify(settings, null, 2),
    parts: system === undefined ? parts : [{ title: 'system', text: textOf(system) }, ...parts],
  }
}

/** A text, or the parts of one (Anthropic, OpenRouter). */
function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return JSON.stringify(content, null, 2)
  return content.map((part: { text?: unknown }) => String(part.text ?? '')).join('\n\n')
}
