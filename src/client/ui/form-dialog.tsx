import type { ReactNode } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import type { ButtonVariant } from './button-class.ts'
import { Dialog } from './dialog.tsx'
import type { Closable } from './dialogs.tsx'
import { FormEnd } from './form-end.tsx'
import { submitForm } from './show-server-errors.ts'

interface FormDialogProps<Fields extends FieldValues, Output> extends Closable {
  title: string
  description?: ReactNode
  className?: string
  closesOnBack?: boolean
  form: UseFormReturn<Fields, unknown, Output>
  /** Saves what was entered; the dialog then closes. If it rejects, the form shows why. It resolves with false to stay open. */
  onSave: (values: Output) => Promise<unknown>
  /** Shown where the server gives no reason. */
  failure?: string
  /** The text of the button, also while it is saved. */
  label?: string
  busyLabel?: string
  variant?: ButtonVariant
  isDisabled?: boolean
  /** False where the button that saves is all there is, as wide as the form. */
  hasCancel?: boolean
  children: ReactNode
  footer?: ReactNode
}

/** A dialog with a form: its fields, what is wrong with it, Cancel and the button that saves. */
export function FormDialog<Fields extends FieldValues, Output>(props: FormDialogProps<Fields, Output>) {
  const { title, description, className, form, onSave, failure, label, busyLabel, variant, isDisabled, onClose } = props
  const { errors, isSubmitting } = form.formState
  const save = async (values: Output) => {
    if ((await onSave(values)) !== false) onClose()
  }
  return (
    <Dialog
      title={title}
      description={description}
      className={className}
      closesOnBack={props.closesOnBack}
      onClose={onClose}
    >
      <form onSubmit={submitForm(form, save, failure)} noValidate className="flex flex-col gap-5">
        {props.children}
        <FormEnd
          problem={errors.root?.message}
          isSubmitting={isSubmitting}
          label={label}
          submittingLabel={busyLabel}
          variant={variant}
          isDisabled={isDisabled}
          onCancel={props.hasCancel === false ? undefined : onClose}
        />
      </form>
      {props.footer}
    </Dialog>
  )
}
