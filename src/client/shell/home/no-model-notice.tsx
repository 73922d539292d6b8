import { Link } from 'react-router'
import { useModel } from '#client/chat/api.ts'
import { buttonClass } from '#client/ui/button-class.ts'
import { Card } from '#client/ui/card.tsx'

/** Tells an admin whose installation has no model where to connect one. */
export function NoModelNotice() {
  const { data: model } = useModel()
  if (!model?.builtIn) return null
  return (
    <Card className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-4 p-5">
      <div className="min-w-0">
        <h2 className="text-xl">No AI model is connected</h2>
        <p className="mt-1 text-ink-soft">A small demo program answers until you connect one.</p>
      </div>
      <Link to="/admin/models" className={buttonClass({ variant: 'outline' })}>
        Connect a model
      </Link>
    </Card>
  )
}
