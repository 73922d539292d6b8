import { PenLine } from 'lucide-react'
import type { ClipboardEvent } from 'react'
import { useFormContext } from 'react-hook-form'
import { Field } from '#client/ui/field.tsx'
import { Input } from '#client/ui/input.tsx'
import { MacroTextarea } from '#client/ui/macro-textarea.tsx'
import { toastError } from '#client/ui/toast-error.ts'
import { Tooltip } from '#client/ui/tooltip.tsx'
import { estimateTokens } from '#engine/prompt/estimate.ts'
import { type ProposedField, proposedFields } from '#engine/proposals/proposal.ts'
import { missingInformation } from '#shared/character-terms.ts'
import { CharacterFields, type CharacterTextField } from '#shared/characters.ts'
import { writeDialog } from './creator-tools.tsx'
import { formFields } from './creator-values.ts'

interface TextFieldProps {
  name: CharacterTextField
  help?: string
  placeholder?: string
  aside?: string
  /** A single-line input instead of a text area. */
  singleLine?: boolean
  rows?: number
  disabled?: boolean
  /** The message if the field is empty, instead of the form's general one. */
  missingMessage?: string
}

/** What a text takes of a model's context. */
function tokensText(text: string): string | undefined {
  const tokens = estimateTokens(text)
  return tokens === 0 ? undefined : `about ${tokens.toLocaleString('en')} ${tokens === 1 ? 'token' : 'tokens'}`
}

/** Four times what the longest field takes. With more, the browser and the preview need seconds for each change. */
const maxPaste = 200_000

/** Refuses what most would have to be deleted of. It stays in the clipboard, and the field as it was. */
function refuseHugePaste(event: ClipboardEvent, name: CharacterTextField) {
  const text = event.clipboardData.getData('text')
  if (text.length <= maxPaste) return
  event.preventDefault()
  const limit = CharacterFields.shape[name].safeParse(text).error?.issues[0]?.message
  const description = `It has ${text.length.toLocaleString('en')} characters. ${limit}. Nothing was pasted.`
  toastError(description, { title: 'The text is too long' })
}

function WriteButton({ field }: { field: ProposedField }) {
  const form = useFormContext<CharacterFields>()
  return (
    <Tooltip text="Propose this text">
      <button
        type="button"
        aria-label="Propose this text"
        aria-description={formFields[field].label}
        onClick={() => writeDialog.open({ form, field })}
        className="relative -my-1.5 ml-2 inline-grid size-7 place-items-center rounded-md align-middle after:absolute after:-inset-2 hover:bg-sunken hover:text-ink"
      >
        <PenLine aria-hidden size={15} />
      </button>
    </Tooltip>
  )
}

export function TextField({ name, help, aside, singleLine, rows, missingMessage, ...control }: TextFieldProps) {
  const { register, formState, watch } = useFormContext<CharacterFields>()
  const text = watch(name)
  const message = formState.errors[name]?.message
  const counted = aside ?? (singleLine ? undefined : tokensText(text))
  const proposed = proposedFields.find((field) => field === name)
  const error = missingMessage && message === missingInformation.text ? missingMessage : message
  return (
    <Field
      label={formFields[name].label}
      help={help}
      aside={
        (counted || proposed) && (
          <>
            {counted}
            {proposed && <WriteButton field={proposed} />}
          </>
        )
      }
      error={error}
    >
      {(attributes) =>
        singleLine ? (
          <Input {...attributes} {...register(name)} {...control} dir="auto" />
        ) : (
          <MacroTextarea
            {...attributes}
            {...register(name)}
            {...control}
            onPaste={(event) => refuseHugePaste(event, name)}
            dir="auto"
            rows={rows}
          />
        )
      }
    </Field>
  )
}
