import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import type { CharacterFields } from '#shared/characters.ts'
import { TextField } from './text-field.tsx'

const names = ['definition', 'scenario', 'exampleDialogue', 'systemPrompt', 'postHistoryInstructions'] as const

/** The long texts of character cards. They are open where one of them is written. */
export function AdvancedFields() {
  const { getValues } = useFormContext<CharacterFields>()
  const [isOpen] = useState(() => getValues(names).some((text) => text !== ''))
  return (
    <details className="group" open={isOpen || undefined}>
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 rounded-md font-[550] text-sm">
        <ChevronRight aria-hidden size={16} className="transition-transform duration-150 group-open:rotate-90" />
        Advanced: more text for the model
      </summary>
      <div className="mt-3 flex flex-col gap-6">
        <TextField
          name="definition"
          rows={8}
          help="Everything about the character that no reader sees: past, looks, secrets."
        />
        <TextField name="scenario" help="What is happening when the story begins." />
        <TextField
          name="exampleDialogue"
          rows={6}
          help="How they talk, in sample exchanges. Each begins with <START>."
        />
        <TextField
          name="systemPrompt"
          help="Replaces the main instruction to the model. {{original}} stands for that instruction."
        />
        <TextField name="postHistoryInstructions" help="The last thing the model reads before each reply." />
      </div>
    </details>
  )
}
