import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useFormContext } from 'react-hook-form'
import { useSearchParams } from 'react-router'
import { addressOf, fetchOk } from '#client/lib/http.ts'
import { characterLorebookPath } from '#client/lib/paths.ts'
import { ButtonLink } from '#client/ui/button-link.tsx'
import { FormSection } from '#client/ui/form-section.tsx'
import { SwitchField } from '#client/ui/switch-field.tsx'
import { asList, asRecord, readText } from '#engine/json-values.ts'
import { fieldText } from '#shared/character-revisions.ts'
import { blankFields, type CharacterFields } from '#shared/characters.ts'
import { exportRoutes } from '../export-routes.ts'
import { BackgroundField } from './background-field.tsx'
import { formFields } from './creator-values.ts'
import { ExpressionsField } from './expressions-field.tsx'
import { GreetingsField } from './greetings-field.tsx'
import { TextField } from './text-field.tsx'
import { useCreatorFields } from './use-creator-fields.ts'
import { VoiceFields } from './voice-fields.tsx'

/** What character cards have besides the other tabs. A beginner needs none of it. */
export function AdvancedTab() {
  const id = useSearchParams()[0].get('id')
  const { watch } = useFormContext<CharacterFields>()
  const [sources, isDefinitionPublic, isExportAllowed] = watch(['sources', 'isDefinitionPublic', 'isExportAllowed'])
  const { toggle } = useCreatorFields()
  return (
    <div className="flex flex-col gap-3">
      <Part
        title="For the model"
        hint="Definition, scenario, example dialogue, instructions."
        fields={['definition', 'scenario', 'exampleDialogue', 'nickname', 'systemPrompt', 'postHistoryInstructions']}
      >
        <TextField
          name="definition"
          rows={8}
          help="Everything about the character that no reader sees: past, looks, secrets. In every text, type {{ for placeholders, such as names, dice and the date."
        />
        <TextField name="scenario" help="What is happening when the story begins." />
        <TextField
          name="exampleDialogue"
          rows={6}
          help="How they talk, in sample exchanges. Each begins with <START>."
        />
        <TextField
          name="nickname"
          singleLine
          help="What {{char}} stands for, and how the story calls them. Without one, the name."
        />
        <TextField
          name="systemPrompt"
          help="Replaces the main instruction to the model. {{original}} stands for that instruction."
        />
        <TextField name="postHistoryInstructions" help="The last thing the model reads before each reply." />
      </Part>
      <Part title="Voice" hint="How they sound when they are read aloud." fields={['voice', 'narratorVoice']}>
        <VoiceFields />
      </Part>
      <Part title="Pictures in chats" hint="Expressions, and a background." fields={['expressions', 'background']}>
        <ExpressionsField />
        <BackgroundField />
      </Part>
      <Part title="Lorebook" hint="Places, people and laws of their world." fields={[]}>
        <div className="text-sm">
          <p className="text-ink-soft">The model reads an entry when it comes up. The lorebook is part of the card.</p>
          {id ? (
            <ButtonLink to={characterLorebookPath(id)} variant="outline" className="mt-3">
              Edit the lorebook
            </ButtonLink>
          ) : (
            <p className="mt-1 text-ink-soft text-xs">
              Save the character first. An imported lorebook is saved with it.
            </p>
          )}
        </div>
      </Part>
      <Part title="More greetings" hint="Other ways to begin." fields={['alternateGreetings', 'groupGreetings']}>
        <GreetingsField
          name="alternateGreetings"
          first={2}
          help="In a new chat, the arrows below the greeting go through them."
        />
        <GreetingsField
          name="groupGreetings"
          first={1}
          help="Offered only where a chat begins with several characters."
        />
      </Part>
      <Part
        title="For readers and for export"
        hint="Notes, version, and what others may read."
        fields={['creatorNotes', 'characterVersion', 'sources', 'isDefinitionPublic', 'isExportAllowed']}
      >
        <TextField name="creatorNotes" help="Shown on the character’s page, and to no model. Markdown works." />
        <TextField name="characterVersion" singleLine placeholder="1.0" help="Shown on the character’s page." />
        {sources.length > 0 && (
          <div className="text-sm">
            <p className="font-[550]">{formFields.sources.label}</p>
            <ul className="mt-1 list-disc pl-5 text-ink-soft wrap-anywhere">
              {sources.map((source) => (
                <li key={source}>{source}</li>
              ))}
            </ul>
            <p className="mt-1 text-ink-soft text-xs">Where the card comes from. It stays with the character.</p>
          </div>
        )}
        {id && <Assets id={id} />}
        <SwitchField
          {...toggle(
            'isDefinitionPublic',
            'Definition, scenario, example dialogue and instructions are on the character’s page. Otherwise only you read them.',
          )}
        />
        <SwitchField
          {...toggle(
            'isExportAllowed',
            isDefinitionPublic
              ? 'Everyone who can chat with them can download the whole card.'
              : 'A card has the definition: others can export it only if they may read that.',
          )}
          disabled={!isDefinitionPublic}
          checked={isDefinitionPublic && isExportAllowed}
        />
      </Part>
    </div>
  )
}

/** The files that came with the card of a saved character. */
function Assets({ id }: { id: string }) {
  const address = addressOf(exportRoutes.JSON, { params: { id } })
  const queryFn = async () =>
    asList(asRecord(asRecord(await (await fetchOk(address)).json()).data).assets).map(asRecord)
  const { data = [] } = useQuery({ queryKey: [address], queryFn, staleTime: Number.POSITIVE_INFINITY })
  // The picture that a character was given here is no file of its card.
  const files = data.filter(({ uri }) => !/^(?:ccdefault:|$)/.test(readText(uri)))
  if (files.length === 0) return null
  return (
    <div className="text-sm">
      <p className="font-[550]">Files</p>
      <ul className="mt-1 list-disc pl-5 text-ink-soft wrap-anywhere">
        {files.map(({ type, name, ext }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the files of a card do not change
          <li key={index}>
            {readText(type)}: {readText(name)} ({readText(ext)})
          </li>
        ))}
      </ul>
      <p className="mt-1 text-ink-soft text-xs">They came with the card, and exports have them.</p>
    </div>
  )
}

interface PartProps {
  title: string
  hint: string
  fields: (keyof CharacterFields)[]
  children: ReactNode
}

function Part({ title, hint, fields, children }: PartProps) {
  const { watch, formState } = useFormContext<CharacterFields>()
  const values = watch(fields)
  const filled = fields.filter((name, index) => fieldText(values[index]) !== fieldText(blankFields[name])).length
  return (
    <FormSection
      title={title}
      hint={hint}
      aside={filled > 0 && `${filled} filled in`}
      hasError={fields.some((name) => formState.errors[name])}
      data-fields={fields.join(' ')}
    >
      <div className="flex flex-col gap-6 pt-3 pb-5">{children}</div>
    </FormSection>
  )
}
