import { useEffect } from 'react'
import { useFormContext } from 'react-hook-form'
import { useUser } from '#client/accounts/session.ts'
import { characterLimits, genders } from '#shared/character-terms.ts'
import { type CharacterFields, characterDefaults } from '#shared/characters.ts'
import { ratingNames } from '../rating-names.ts'
import { ChoiceField } from './choice-field.tsx'
import { categoriesFor, chatRatingsFor, ratingsFor, unchosenRating } from './creator-values.ts'
import { TagsField } from './tags-field.tsx'
import { TextField } from './text-field.tsx'

export function BasicsTab() {
  const { accountType, maxContentRating } = useUser()
  const { watch, setValue } = useFormContext<CharacterFields>()
  const [rating, category] = watch(['contentRating', 'category'])
  useEffect(() => {
    if (!categoriesFor(rating).includes(category)) setValue('category', characterDefaults.category)
  }, [rating, category, setValue])
  const ratings = ratingsFor({ accountType, maxContentRating }, rating)
  const chatRatings = chatRatingsFor(accountType, rating, maxContentRating)
  const unchosen = rating === unchosenRating ? [{ value: rating, label: 'Choose a rating', disabled: true }] : []
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
        <ChoiceField
          name="category"
          help="Where people find them in the gallery. It also sets the colour of the card."
          choices={categoriesFor(rating).map((name) => ({ value: name, label: name }))}
        />
        <ChoiceField
          name="gender"
          help="Pronouns used in the story."
          choices={genders.map((value) => ({ value, label: value[0]?.toUpperCase() + value.slice(1) }))}
        />
      </div>
      <TagsField />
      <ChoiceField
        name="contentRating"
        help={
          ratings.length > 1
            ? 'Mature and explicit characters are for adults only.'
            : 'On this site, every character must be suitable for everyone.'
        }
        choices={[
          ...unchosen,
          ...ratings.map(({ rating: value, isAllowed }) => ({
            value,
            label: value === 'explicit' ? `${ratingNames.explicit} (premium only)` : ratingNames[value],
            disabled: !isAllowed,
          })),
        ]}
      />
      {rating !== unchosenRating && chatRatings.length > 1 && (
        <ChoiceField
          name="maxChatRating"
          help="Adults who may use these ratings can raise a chat with this character up to it."
          choices={chatRatings.map((value) => ({ value, label: ratingNames[value] }))}
        />
      )}
    </div>
  )
}

const describeRemaining = (remaining: number) =>
  remaining < 0 ? `${(-remaining).toLocaleString()} too many` : `${remaining} left`
