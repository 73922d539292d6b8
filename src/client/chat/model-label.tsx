import { useState } from 'react'
import { useUser } from '#client/accounts/session.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import type { ModelInfo } from '#shared/chat.ts'
import { useModel } from './api.ts'

/** The name of the model that writes the replies; opens a dialog about it. */
export function ModelLabel({ className = '' }: { className?: string }) {
  const { data: model } = useModel()
  const [open, setOpen] = useState(false)
  if (!model) return null
  return (
    <>
      <button
        type="button"
        className={`relative min-w-0 truncate rounded-sm underline decoration-line-strong decoration-dotted underline-offset-4 after:absolute after:-inset-x-1 after:-inset-y-3 hover:text-ink ${className}`}
        onClick={() => setOpen(true)}
      >
        {nameOf(model)}
      </button>
      <ModelDialog model={model} open={open} onOpenChange={setOpen} />
    </>
  )
}

const nameOf = (model: ModelInfo) => (model.builtIn ? 'Demo mode: no AI model connected' : model.label)

/** Which model writes the replies. For the demo model: what it is and, for admins, how to connect another. */
export function ModelDialog(props: { model: ModelInfo; open: boolean; onOpenChange: (open: boolean) => void }) {
  const { model, open, onOpenChange } = props
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="AI model" description={nameOf(model)}>
      {model.builtIn ? <DemoModel /> : <p>The replies are written by {model.model}.</p>}
    </Dialog>
  )
}

function DemoModel() {
  const isAdmin = useUser().accountType === 'admin'
  return (
    <div className="flex flex-col gap-3 text-md leading-relaxed [&_code]:rounded-[6px] [&_code]:bg-sunken [&_code]:px-1.5 [&_code]:py-0.5 [&_code]:text-sm">
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
      <p>To connect an AI model, do one of the following, then restart the server:</p>
      <ul className="flex list-disc flex-col gap-2 pl-5">
        <li>Start a local model (Ollama, LM Studio, llama.cpp or KoboldCpp). Troupe finds it by itself.</li>
        <li>
          Set one key: <code>OPENAI_API_KEY</code>, <code>ANTHROPIC_API_KEY</code>, <code>OPENROUTER_API_KEY</code> or{' '}
          <code>GEMINI_API_KEY</code>.
        </li>
        <li>
          Set <code>MODEL_BASE_URL</code> and <code>MODEL_NAME</code> to any service that is compatible with the OpenAI
          API.
        </li>
      </ul>
    </>
  )
}
