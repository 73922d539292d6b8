import { useState } from 'react'
import { Link } from 'react-router'
import { useUser } from '#client/accounts/session.ts'
import { buttonClass } from '#client/ui/button-class.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import type { ModelInfo } from '#shared/chat.ts'
import { useModel } from './api.ts'

/** The name of the model that writes the replies, once it is known; opens a dialog about it. */
export function ModelLabel({ className = '' }: { className?: string }) {
  const { data: model } = useModel()
  const [open, setOpen] = useState(false)
  if (!model || !nameOf(model)) return null
  return (
    <span className={`min-w-0 truncate ${className}`}>
      <span aria-hidden className="mr-1.5">
        ·
      </span>
      <button
        type="button"
        className="relative rounded-sm underline decoration-line-strong decoration-dotted underline-offset-4 after:absolute after:-inset-x-1 after:-inset-y-3 hover:text-ink"
        onClick={() => setOpen(true)}
      >
        {model.builtIn ? (
          <>
            Demo mode<span className="sr-only @min-[84rem]:not-sr-only">{noModel}</span>
          </>
        ) : (
          model.model
        )}
      </button>
      <ModelDialog model={model} open={open} onOpenChange={setOpen} />
    </span>
  )
}

const noModel = ': no AI model connected'
/** Empty until a server has said which model it runs. */
const nameOf = ({ builtIn, model }: ModelInfo) => (builtIn ? `Demo mode${noModel}` : model === 'unknown' ? '' : model)

/** The dialog about the model, once it is known. */
export function ModelPanel({ onClose }: { onClose: () => void }) {
  const { data: model } = useModel()
  return model && <ModelDialog model={model} open onOpenChange={(open) => !open && onClose()} />
}

/** Which model writes the replies. For the demo model: what it is and, for admins, how to connect another. */
export function ModelDialog(props: { model: ModelInfo; open: boolean; onOpenChange: (open: boolean) => void }) {
  const { model, open, onOpenChange } = props
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="AI model" description={nameOf(model)}>
      {model.builtIn ? <DemoModel /> : <p>This model writes the replies.</p>}
    </Dialog>
  )
}

function DemoModel() {
  const isAdmin = useUser().accountType === 'admin'
  return (
    <div className="flex flex-col gap-3 text-md leading-relaxed">
      <p>
        The replies come from a small demo program, so that you can try Troupe. They are much simpler than the replies
        of an AI model.
      </p>
      {isAdmin ? <HowToConnect /> : <p>The people who run this site can connect an AI model.</p>}
    </div>
  )
}

function HowToConnect() {
  return (
    <>
      <p>As an admin, you can connect a model here. The next reply uses it.</p>
      <Link to="/admin/models" className={buttonClass({ className: 'self-start' })}>
        Connect a model
      </Link>
    </>
  )
}
