import type { PlotAdvancement } from '#shared/character-terms.ts'
import { ChoiceField } from './choice-field.tsx'
import { TextField } from './text-field.tsx'

const plotNames: Record<PlotAdvancement, string> = {
  follow: 'Follow: lets the player lead',
  balanced: 'Balanced',
  lead: 'Lead: moves the story along',
}

export function StorytellingTab() {
  return (
    <div className="flex flex-col gap-6">
      <TextField
        name="userRole"
        singleLine
        placeholder="a visitor who knocked after midnight"
        help="Who the other person is in this story. Shown on the card as “You play as”."
      />
      <ChoiceField
        name="plotAdvancement"
        help="Who moves the story forward."
        choices={Object.entries(plotNames).map(([value, label]) => ({ value, label }))}
      />
      <TextField
        name="environment"
        help="Where and when the story takes place."
        placeholder="A library with one lamp lit, past midnight"
      />
      <div className="grid grid-cols-1 gap-6 sm:grid-cols-2">
        <TextField
          name="allowedItems"
          rows={2}
          help="Things that belong in this world."
          placeholder="ledger, lamp, brass key"
        />
        <TextField
          name="forbiddenItems"
          rows={2}
          help="Things that must never appear."
          placeholder="telephones, cars"
        />
      </div>
    </div>
  )
}
