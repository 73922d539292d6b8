import { modelNameOf, noModel, useModel } from '../api/conversation-api.ts'
import { modelDialog } from '../dialogs.ts'

/** The name of the model that writes the replies, once it is known; opens a dialog about it. */
export function ModelLabel({ className = '' }: { className?: string }) {
  const { data: model } = useModel()
  if (!model || !modelNameOf(model)) return null
  return (
    <span className={`min-w-0 truncate ${className}`}>
      <span aria-hidden className="mr-1.5">
        ·
      </span>
      <button
        type="button"
        className="relative rounded-sm underline decoration-line-strong decoration-dotted underline-offset-4 after:absolute after:-inset-x-1 after:-inset-y-3 hover:text-ink"
        onClick={() => modelDialog.open({})}
      >
        {model.builtIn ? (
          <>
            Demo mode<span className="sr-only @min-[84rem]:not-sr-only">{noModel}</span>
          </>
        ) : (
          model.model
        )}
      </button>
    </span>
  )
}
