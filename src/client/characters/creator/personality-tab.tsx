import { useFormContext } from 'react-hook-form'
import { useUser } from '#client/accounts/session.ts'
import type { Creativity } from '#shared/character-terms.ts'
import type { CharacterFields } from '#shared/characters.ts'
import { entitlements } from '#shared/entitlements.ts'
import { ChoiceField } from './choice-field.tsx'
import { hasKinks } from './creator-values.ts'
import { TextField } from './text-field.tsx'

const creativityNames: Record<Creativity, string> = {
  grounded: 'Grounded: stays close to what is written',
  balanced: 'Balanced',
  vivid: 'Vivid: more colour and surprises',
  wild: 'Wild: anything may happen',
}

export function PersonalityTab() {
  const { accountType } = useUser()
  const { watch } = useFormContext<CharacterFields>()
  const canEditKinks = entitlements[accountType].explicitFields
  return (
    <div className="flex flex-col gap-6">
      <TextField
        name="personality"
        help="What they are like, what they want, what they hide."
        placeholder="Patient, serious, kinder than she seems"
      />
      <TextField
        name="speechStyle"
        help="How they talk: in short or long sentences, in simple or rich words, with which favourite phrases."
        placeholder="Short sentences. Never asks the same question twice."
      />
      <TextField
        name="behaviors"
        help="Habits and gestures that show who they are."
        placeholder="Straightens books while she thinks"
      />
      <TextField
        name="greeting"
        rows={4}
        help="The first thing they say. Without one, the user writes the first message. Put actions between *asterisks* and speech in “quotes”."
      />
      <ChoiceField
        name="creativity"
        help="How surprising the replies may be."
        choices={Object.entries(creativityNames).map(([value, label]) => ({ value, label }))}
      />
      {hasKinks(watch('contentRating')) && (
        <TextField
          name="kinks"
          rows={2}
          disabled={!canEditKinks}
          help={canEditKinks ? 'What may appear in scenes between adults.' : 'Premium accounts can fill this in.'}
        />
      )}
    </div>
  )
}
