import { Lightbulb } from 'lucide-react'
import { useDeferredValue } from 'react'
import { useFormContext } from 'react-hook-form'
import { Button } from '#client/ui/button.tsx'
import { checkCharacter } from '#engine/authoring/check-character.ts'
import type { CharacterFields } from '#shared/characters.ts'
import { formFields } from './creator-values.ts'

/** What the author may want to change, with what mends it. It keeps nothing from being saved. */
export function AuthorCheck({ isOpen, onShow }: { isOpen: boolean; onShow: (field: keyof CharacterFields) => void }) {
  const { watch, setValue } = useFormContext<CharacterFields>()
  const findings = checkCharacter(useDeferredValue(watch()))
  if (findings.length === 0) return null
  return (
    <details className="group mb-5 rounded-lg border border-line bg-sunken text-sm" open={isOpen}>
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2.5 px-4">
        <Lightbulb aria-hidden size={16} className="shrink-0 text-ink-soft" />
        <span className="mr-auto font-[550]">
          {findings.length === 1 ? '1 suggestion' : `${findings.length} suggestions`}
        </span>
        <span className="text-ink-soft text-xs group-open:hidden">Show</span>
        <span className="text-ink-soft text-xs not-group-open:hidden">Hide</span>
      </summary>
      <ul className="divide-y divide-line border-line border-t">
        {findings.map(({ field, text, fix }) => (
          <li key={field + text} className="flex flex-wrap items-center gap-x-3 px-4 py-1.5">
            <p className="min-w-48 flex-1 py-1.5 wrap-anywhere">
              <span className="font-[550]">{formFields[field].label}:</span> {text}
            </p>
            <span className="-mr-2.5 flex flex-wrap max-sm:-ml-4.5">
              {fix && (
                <Button
                  variant="quiet"
                  onClick={() => setValue(field, fix.value, { shouldDirty: true, shouldValidate: true })}
                >
                  {fix.label}
                </Button>
              )}
              <Button variant="quiet" onClick={() => onShow(field)}>
                Go there
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}
