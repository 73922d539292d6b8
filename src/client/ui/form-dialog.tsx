import type { ReactNode } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { useClose } from './close-context.ts'
import { Dialog, type DialogProps } from './dialog.tsx'
import { FormEnd, type FormEndProps } from './form-end.tsx'
import { submitForm } from './show-server-errors.ts'

interface FormDialogProps<Fields extends FieldValues, Output>
  extends DialogProps,
    Pick<FormEndProps, 'label' | 'busyLabel' | 'variant' | 'isDisabled'> {
  form: UseFormReturn<Fields, unknown, Output>
  /** Saves what was entered; the dialog then closes. If it rejects, the form shows why. It resolves with false to stay open. */
  onSave: (values: Output) => Promise<unknown>
  /** Shown where the server gives no reason. */
  failure?: string
  /** False where the button that saves is all there is, as wide as the form. */
  hasCancel?: boolean
  footer?: ReactNode
}

/** A dialog with a form: its fields, what is wrong with it, Cancel and the button that saves. */
export function FormDialog<Fields extends FieldValues, Output>(props: FormDialogProps<Fields, Output>) {
  const { form, onSave, failure, label, busyLabel, variant, isDisabled, hasCancel = true, footer, ...dialog } = props
  const close = useClose()
  const save = async (values: Output) => {
    if ((await onSave(values)) !== false) close()
  }
  return (
    <Dialog {...dialog}>
      <form onSubmit={submitForm(form, save, failure)} noValidate className="flex flex-col gap-5">
        {dialog.children}
        <FormEnd {...{ form, label, busyLabel, variant, isDisabled }} onCancel={hasCancel ? close : undefined} />
      </form>
      {footer}
    </Dialog>
  )
}
