import { useEffect, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { useUser } from '#client/accounts/session.ts'
import { InputField, SelectField } from '#client/ui/form-field.tsx'
import { type Creativity, characterLimits, genders, type PlotAdvancement } from '#shared/character-terms.ts'
import { type CharacterFields, characterDefaults } from '#shared/characters.ts'
import { entitlements } from '#shared/entitlements.ts'
import { ratingNames } from '../rating-names.ts'
import { categoriesFor, chatRatingsFor, formFields, hasKinks, ratingsFor, unchosenRating } from './creator-values.ts'
import { TextField } from './text-field.tsx'
import { useCreatorFields } from './use-creator-fields.ts'

export function BasicsTab() {
  const { accountType, maxContentRating } = useUser()
  const { watch, setValue } = useFormContext<CharacterFields>()
  const [rating, category] = watch(['contentRating', 'category'])
  useEffect(() => {
    if (!categoriesFor(rating).includes(category)) setValue('category', characterDefaults.category)
  }, [rating, category, setValue])
  const ratings = ratingsFor({ accountType, maxContentRating }, rating)
  const chatRatings = chatRatingsFor(accountType, rating, maxContentRating)
  const { field } = useCreatorFields()
  const remaining = characterLimits.description - watch('description').length
  return (
    <div className="flex flex-col gap-6">
      <TextField
        name="name"
        missingMessage="Every character needs a name."
        singleLine
        placeholder="Ines Calder"
        help="The name everyone sees. Up to 100 letters."
      />
      <TextField
        name="description"
        missingMessage="Every character needs a description."
        rows={3}
        help="Two lines that make people want to chat with them. Shown on the card."
        aside={remaining < 200 ? describeRemaining(remaining) : undefined}
      />
      <div className="grid grid-cols-1 gap-6 sm:grid-cols-2">
        <SelectField
          {...field('category', 'Where people find them in the gallery. It also sets the colour of the card.')}
          options={categoriesFor(rating).map((name) => [name, name])}
        />
        <SelectField
          {...field('gender', 'Pronouns used in the story.')}
          options={genders.map((gender) => [gender, gender[0]?.toUpperCase() + gender.slice(1)])}
        />
      </div>
      <TagsField />
      <SelectField
        {...field(
          'contentRating',
          ratings.length > 1
            ? 'Mature and explicit characters are for adults only.'
            : 'On this site, every character must be suitable for everyone.',
        )}
      >
        {rating === unchosenRating && (
          <option value={rating} disabled>
            Choose a rating
          </option>
        )}
        {ratings.map(({ rating: value, isAllowed }) => (
          <option key={value} value={value} disabled={!isAllowed}>
            {value === 'explicit' ? `${ratingNames.explicit} (premium only)` : ratingNames[value]}
          </option>
        ))}
      </SelectField>
      {rating !== unchosenRating && chatRatings.length > 1 && (
        <SelectField
          {...field('maxChatRating', 'Adults who may use these ratings can raise a chat with this character up to it.')}
          options={chatRatings.map((value) => [value, ratingNames[value]])}
        />
      )}
    </div>
  )
}

const describeRemaining = (remaining: number) =>
  remaining < 0 ? `${(-remaining).toLocaleString()} too many` : `${remaining} left`

const creativityNames: Record<Creativity, string> = {
  grounded: 'Grounded: stays close to what is written',
  balanced: 'Balanced',
  vivid: 'Vivid: more colour and surprises',
  wild: 'Wild: anything may happen',
}

export function PersonalityTab() {
  const { accountType } = useUser()
  const { watch } = useFormContext<CharacterFields>()
  const { field } = useCreatorFields()
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
      <SelectField
        {...field('creativity', 'How surprising the replies may be.')}
        options={Object.entries(creativityNames)}
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

const plotNames: Record<PlotAdvancement, string> = {
  follow: 'Follow: lets the player lead',
  balanced: 'Balanced',
  lead: 'Lead: moves the story along',
}

export function StorytellingTab() {
  const { field } = useCreatorFields()
  return (
    <div className="flex flex-col gap-6">
      <TextField
        name="userRole"
        singleLine
        placeholder="a visitor who knocked after midnight"
        help="Who the other person is in this story. Shown on the card as “You play as”."
      />
      <SelectField {...field('plotAdvancement', 'Who moves the story forward.')} options={Object.entries(plotNames)} />
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

const split = (text: string) =>
  text
    .split(/[,\n，、]/)
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '')
const isSame = (a: readonly string[], b: readonly string[]) => a.join('\n') === b.join('\n')

function TagsField() {
  const { watch, setValue, formState } = useFormContext<CharacterFields>()
  const tags = watch('tags')
  const [written, setWritten] = useState(() => tags.join(', '))
  const errors = formState.errors.tags
  return (
    <InputField
      label={formFields.tags.label}
      help="Words that people search for, separated by commas. Each is found as tag:word in Discover."
      error={errors?.message ?? errors?.root?.message ?? errors?.find?.((error) => error)?.message}
      dir="auto"
      placeholder="lighthouse, slow burn, sea"
      // A template or a draft may have replaced them.
      value={isSame(split(written), tags) ? written : tags.join(', ')}
      onChange={({ target: { value } }) => {
        setWritten(value)
        setValue('tags', split(value), { shouldDirty: true, shouldValidate: true })
      }}
    />
  )
}
