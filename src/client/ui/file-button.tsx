import { FileUp, type LucideIcon } from 'lucide-react'
import { type ComponentProps, type ReactNode, useRef } from 'react'
import { Button } from './button.tsx'

interface FileButtonProps extends Pick<ComponentProps<typeof Button>, 'variant' | 'disabled' | 'className'> {
  icon?: LucideIcon
  children: ReactNode
  /** The name of the hidden input, for screen readers. */
  inputLabel: string
  accept: string
  multiple?: boolean
  onChoose: (files: File[]) => void
}

export function FileButton({
  icon: Icon = FileUp,
  variant = 'outline',
  children,
  inputLabel,
  onChoose,
  accept,
  multiple,
  ...button
}: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={accept}
        multiple={multiple}
        aria-label={inputLabel}
        tabIndex={-1}
        hidden
        onChange={(event) => {
          onChoose([...(event.target.files ?? [])])
          // Allows choosing the same file again.
          event.target.value = ''
        }}
      />
      <Button variant={variant} icon={Icon} {...button} onClick={() => input.current?.click()}>
        {children}
      </Button>
    </>
  )
}
