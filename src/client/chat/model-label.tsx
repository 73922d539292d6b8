import { useState } from 'react'
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
        {model.label}
      </button>
      <ModelDialog model={model} open={open} onOpenChange={setOpen} />
    </>
  )
}

/** Which model writes the replies. For the demo model: how to connect another. */
export function ModelDialog(props: { model: ModelInfo; open: boolean; onOpenChange: (open: boolean) => void }) {
  const { model, open, onOpenChange } = props
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Who speaks here" description={model.label}>
      {model.builtIn ? <HowToConnect /> : <p>Characters here speak through {model.model}.</p>}
    </Dialog>
  )
}

function HowToConnect() {
  return (
    <div className="flex flex-col gap-3 text-md leading-relaxed [&_code]:rounded-[6px] [&_code]:bg-sunken [&_code]:px-1.5 [&_code]:py-0.5 [&_code]:text-sm">
      <p>
        The understudy is a small performer that comes with Troupe. It needs no key and no network, and it is no match
        for a language model.
      </p>
      <p>Whoever runs this site can give the part to a real one, and start the server again:</p>
      <ul className="flex list-disc flex-col gap-2 pl-5">
        <li>Start a local model (Ollama, LM Studio, llama.cpp or KoboldCpp): it is found by itself.</li>
        <li>
          Or set one key: <code>OPENAI_API_KEY</code>, <code>ANTHROPIC_API_KEY</code>, <code>OPENROUTER_API_KEY</code>{' '}
          or <code>GEMINI_API_KEY</code>.
        </li>
        <li>
          Or set <code>MODEL_BASE_URL</code> and <code>MODEL_NAME</code> to anything that speaks OpenAI’s protocol.
        </li>
      </ul>
    </div>
  )
}
