import { Plus, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { useFormContext } from 'react-hook-form'
import { Button } from '#client/ui/button.tsx'
import { IconButton } from '#client/ui/icon-button.tsx'
import { MacroField } from '#client/ui/macro-textarea.tsx'
import { ProblemText } from '#client/ui/problem-text.tsx'
import { characterLists } from '#shared/character-terms.ts'
import type { CharacterFields } from '#shared/characters.ts'
import { formFields } from './creator-values.ts'

interface GreetingsFieldProps {
  name: 'alternateGreetings' | 'groupGreetings'
  help: string
  first: number
}

/** A list of greetings, each in a text area of its own. */
export function GreetingsField({ name, help, first }: GreetingsFieldProps) {
  const { watch, setValue, formState } = useFormContext<CharacterFields>()
  const greetings = watch(name)
  const list = useRef<HTMLDivElement>(null)
  const { label } = formFields[name]
  const errors = formState.errors[name]
  const change = (changed: string[]) => setValue(name, changed, { shouldDirty: true, shouldValidate: true })
  const add = () => {
    change([...greetings, ''])
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(':scope > :last-child textarea')?.focus())
  }
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="font-[550] text-sm">{label}</legend>
      <p className="text-ink-soft text-xs">{help}</p>
      <div ref={list} className="flex flex-col gap-4 empty:hidden">
        {greetings.map((greeting, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a greeting has no identity but its position
          <div key={index} className="relative">
            <MacroField
              label={`Greeting ${index + first}`}
              error={errors?.[index]?.message}
              dir="auto"
              rows={3}
              value={greeting}
              onChange={({ target }) => change(greetings.with(index, target.value))}
            />
            <div className="absolute -top-3 right-0">
              <IconButton
                label={`Remove greeting ${index + first}`}
                icon={Trash2}
                onClick={() => change(greetings.toSpliced(index, 1))}
              />
            </div>
          </div>
        ))}
      </div>
      <ProblemText id={`${name}-error`}>{errors?.message ?? errors?.root?.message}</ProblemText>
      {greetings.length < characterLists.greetings.max && (
        <Button variant="outline" className="self-start" icon={Plus} onClick={add}>
          Add a greeting
        </Button>
      )}
    </fieldset>
  )
}
