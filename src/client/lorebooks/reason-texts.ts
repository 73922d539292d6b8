import type { LoreOutcome } from '#engine/lore/lore-input.ts'

/** Why an entry is used or not, in words. */
export function reasonText({ reason, key = '' }: Pick<LoreOutcome, 'reason' | 'key'>, causeName: string): string {
  const texts: Record<LoreOutcome['reason'], string> = {
    always: 'Used: it is always used.',
    key: `Used: “${key}” is in the text.`,
    entry: causeName ? `Used: “${key}” is in the entry “${causeName}”.` : `Used: “${key}” is in another entry.`,
    sticky: 'Used: it stays after an earlier match.',
    disabled: 'Not used: it is switched off.',
    empty: 'Not used: it has no text.',
    'no-keys': 'Not used: it has no keys.',
    'no-match': 'Not used: none of its keys is in the text.',
    'bad-regex': `Not used: “${key}” is not a valid expression. Lookaheads and back-references are not supported.`,
    'too-many-regexes': 'Not used: a lorebook can have 100 expressions. Use plain keys where you can.',
    'second-keys': key
      ? `Not used: the second key “${key}” decides against it.`
      : 'Not used: its second keys do not fit.',
    'additional-keys': 'Not used: none of its additional keys is in the text.',
    'excluded-keys': `Not used: “${key}” is in the text, which excludes it.`,
    never: 'Not used: @@dont_activate is in its text.',
    'too-early': 'Not used: the chat has too few messages.',
    'not-this-turn': 'Not used: it has its turn only every so many messages.',
    'other-greeting': 'Not used: it belongs to another greeting.',
    resting: 'Not used: it rests after an earlier match.',
    'entries-only': 'Not used: only another entry can cause it.',
    chance: 'Not used: its chance decided against it this time.',
    group: 'Not used: another entry of its group is used.',
    budget: 'Not used: there is no room for it. Raise its priority, or shorten others.',
  }
  return texts[reason]
}
