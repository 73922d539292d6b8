import { Button } from './button.tsx'
import type { ButtonVariant } from './button-class.ts'
import { ProblemText } from './problem-text.tsx'

export interface FormEndProps {
  form: { formState: { errors: { root?: { message?: string } }; isSubmitting: boolean } }
  /** The text of the button, also while it is saved. */
  label?: string
  busyLabel?: string
  variant?: ButtonVariant
  isDisabled?: boolean
  /** Left out where the form has no Cancel: the button that submits it is as wide as the form then. */
  onCancel?: () => void
}

/** The end of a form: its problem, Cancel and the button that submits it. In a dialog it stays in view. */
export function FormEnd(props: FormEndProps) {
  const { form, label = 'Save', busyLabel = 'Saving...', variant, isDisabled, onCancel } = props
  const { errors, isSubmitting } = form.formState
  const submit = (
    <Button
      type="submit"
      variant={variant}
      disabled={isDisabled}
      // A button that is disabled loses the focus. Enter in a field clicks this button too.
      aria-disabled={isSubmitting}
      onClick={(event) => isSubmitting && event.preventDefault()}
    >
      {isSubmitting ? busyLabel : label}
    </Button>
  )
  return (
    <div className="dialog-end flex flex-col gap-3">
      <ProblemText>{errors.root?.message}</ProblemText>
      {onCancel ? (
        <div className="flex flex-wrap justify-end gap-2.5">
          <Button variant="outline" onClick={onCancel}>
            Cancel
          </Button>
          {submit}
        </div>
      ) : (
        submit
      )}
    </div>
  )
}
