import { type ComponentProps, type KeyboardEvent, type SyntheticEvent, useEffect, useId, useRef, useState } from 'react'
import { createFormField } from '#client/ui/form-field.tsx'
import type { Macro } from '#engine/macros/macro.ts'
import { Textarea } from './textarea.tsx'

/** What is typed of a macro before the cursor. */
const begunMacro = /\{\{\s*([\w/]*)$/

/** A text area for texts with macros: while one is typed, it lists those that begin with it and says what they do. */
export function MacroTextarea({ onKeyDown, onBlur, ...props }: ComponentProps<'textarea'>) {
  const listId = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  const [macros, setMacros] = useState<readonly Macro[]>([])
  const [typed, setTyped] = useState<string | null>(null)
  const [position, setPosition] = useState(0)
  const found = typed === null ? [] : macros.filter(({ name }) => name.toLowerCase().startsWith(typed.toLowerCase()))
  const active = found[Math.min(position, found.length - 1)]
  useEffect(() => {
    if (active) document.getElementById(`${listId}-${active.name}`)?.scrollIntoView({ block: 'nearest' })
  }, [listId, active])

  const read = ({ currentTarget }: SyntheticEvent<HTMLTextAreaElement>) => {
    const { value, selectionStart, selectionEnd } = currentTarget
    area.current = currentTarget
    const before = value.slice(Math.max(0, selectionStart - 40), selectionStart)
    const begun = selectionStart === selectionEnd ? begunMacro.exec(before) : null
    if (begun?.[1] === typed) return
    setTyped(begun?.[1] ?? null)
    setPosition(0)
  }
  const choose = ({ name, body = '' }: Macro) => {
    const field = area.current
    if (!field || typed === null) return
    field.focus()
    field.setSelectionRange(field.selectionStart - typed.length, field.selectionStart)
    const separator = /^\W*/.exec(body)?.[0] ?? ''
    const isClosed = field.value.startsWith('}}', field.selectionEnd)
    // The only way of writing that the browser can undo.
    document.execCommand('insertText', false, `${name}${separator}${isClosed ? '' : '}}'}`)
    const end = field.selectionStart + (isClosed ? 2 : 0)
    const at = separator === '' ? end : end - 2
    field.setSelectionRange(at, at)
    setTyped(null)
  }
  const handleKey = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    onKeyDown?.(event)
    if (!active || event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown') setPosition((position + 1) % found.length)
    else if (event.key === 'ArrowUp') setPosition((position + found.length - 1) % found.length)
    else if ((event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey) choose(active)
    else if (event.key === 'Escape') setTyped(null)
    else return
    event.preventDefault()
    // Escape would close the dialog that the field is in.
    event.stopPropagation()
  }
  const load = () => {
    if (macros.length > 0) return
    import('#engine/macros/list.ts')
      .then((list) => setMacros(list.macros))
      // Without the list, macros can be written all the same.
      .catch(() => {})
  }
  return (
    <div className="relative">
      <Textarea
        {...props}
        onFocus={load}
        onSelect={read}
        onKeyDown={handleKey}
        onBlur={(event) => {
          onBlur?.(event)
          setTyped(null)
        }}
        {...(active && {
          'aria-autocomplete': 'list',
          'aria-haspopup': 'listbox',
          'aria-controls': listId,
          'aria-activedescendant': `${listId}-${active.name}`,
        })}
      />
      {active && (
        <div
          id={listId}
          role="listbox"
          aria-label="Placeholders"
          // It scrolls, so it must take the focus by itself. With a press, the text area keeps it, and a phone its keyboard.
          tabIndex={0}
          onPointerDown={(event) => event.preventDefault()}
          className="absolute inset-x-0 top-full z-20 mt-1 max-h-64 animate-fade-in overflow-y-auto overscroll-contain rounded-lg border border-line bg-card p-1.5 shadow-raised"
        >
          {found.map((macro) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the text area keeps the focus and handles keys
            // biome-ignore lint/a11y/useFocusableInteractive: the text area refers to it with aria-activedescendant
            <div
              key={macro.name}
              id={`${listId}-${macro.name}`}
              role="option"
              aria-selected={macro === active}
              onClick={() => choose(macro)}
              className="min-h-11 cursor-pointer content-center rounded-md px-3 py-1.5 text-sm hover:bg-curtain-wash/60 aria-selected:bg-curtain-wash"
            >
              <span className="font-[550]">{`{{${macro.name}${macro.body ?? ''}}}`}</span>
              <span className="block text-ink-soft text-xs">{macro.help}</span>
            </div>
          ))}
        </div>
      )}
    </div>
  )
}

export const MacroField = createFormField(MacroTextarea)
