import { type FormEvent, type ReactNode, useRef } from 'react'
import { cx } from '#client/lib/cx.ts'
import { CloseButton, Overlay, OverlayDescription, OverlayTitle } from './overlay.tsx'

export interface DialogProps {
  title: string
  description?: ReactNode
  className?: string
  /** False for a question about leaving the page, which Back itself may have raised. */
  closesOnBack?: boolean
  children: ReactNode
}

/**
 * A centred dialog. On phones it is at the bottom, within reach of the thumbs. A click beside it closes it, unless
 * something was entered, which would be lost.
 */
export function Dialog(props: DialogProps) {
  const { title, description, className, closesOnBack = true, children } = props
  const isEdited = useRef(false)
  // Not `onInput`: a switch has only a change event.
  const onChange = ({ target }: FormEvent) => {
    isEdited.current ||= !(target instanceof HTMLInputElement && target.type === 'search')
  }
  return (
    <Overlay
      closesOnBack={closesOnBack}
      scrimClass="z-50 animate-fade-in"
      focusIn={focusFirstField}
      onChange={onChange}
      onInteractOutside={(event) => isEdited.current && event.preventDefault()}
      className={cx(
        'dialog fixed z-50 max-h-[calc(100dvh-2rem)] w-full overflow-y-auto bg-card px-(--dialog-padding) text-ink shadow-raised',
        'inset-x-0 bottom-0 rounded-t-xl border-line border-t',
        // Not with `translate`: half a pixel would draw a line where the heading ends.
        'sm:inset-0 sm:m-auto sm:h-fit sm:max-w-md sm:rounded-xl sm:border',
        'animate-rise-in focus:outline-none',
        className,
      )}
    >
      <div className="dialog-head">
        <OverlayTitle className="pr-10 font-display font-semibold text-2xl tracking-[-0.02em]">{title}</OverlayTitle>
        <CloseButton className="absolute top-3.5 right-3.5" />
      </div>
      {description && <OverlayDescription className="text-pretty text-ink-soft">{description}</OverlayDescription>}
      <div className={cx('dialog-body pb-(--dialog-end)', description ? 'mt-5' : 'mt-3.5')}>{children}</div>
    </Overlay>
  )
}

/** Focuses the first form field, or else the dialog: its first button closes it. */
function focusFirstField(dialog: HTMLElement) {
  const field = dialog.querySelector<HTMLElement>('input:not([hidden]), textarea, select')
  ;(field ?? dialog).focus()
}
