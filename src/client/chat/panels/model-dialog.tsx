import { useUser } from '#client/accounts/session.ts'
import { ButtonLink } from '#client/ui/button-link.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { modelNameOf, useModel } from '../api/conversation-api.ts'

/** Which model writes the replies. For the demo model: what it is and, for admins, how to connect another. */
export function ModelDialog() {
  const { data: model } = useModel()
  if (!model) return null
  return (
    <Dialog title="AI model" description={modelNameOf(model)}>
      {model.builtIn ? <DemoModel /> : <p>This model writes the replies.</p>}
    </Dialog>
  )
}

function DemoModel() {
  const isAdmin = useUser().accountType === 'admin'
  return (
    <div className="flex flex-col gap-3 text-md leading-relaxed">
      <p>
        The replies come from a small demo program, so that everything can be tried. They are much simpler than the
        replies of an AI model.
      </p>
      {isAdmin ? <HowToConnect /> : <p>The people who run this site can connect an AI model.</p>}
    </div>
  )
}

function HowToConnect() {
  return (
    <>
      <p>As an admin, you can connect a model here. The next reply uses it.</p>
      <ButtonLink to="/admin/models" className="self-start">
        Connect a model
      </ButtonLink>
    </>
  )
}
