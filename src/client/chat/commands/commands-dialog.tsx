import { Dialog } from '#client/ui/dialog.tsx'
import { commandGroups } from './list.ts'

export function CommandsDialog() {
  return (
    <Dialog
      title="Commands"
      description="Type them into the message field. A number means how many messages back: /copy 2. Begin a message with two slashes to send one slash."
      className="sm:!max-w-4xl"
    >
      <div className="gap-x-12 sm:columns-2">
        {commandGroups.map(({ title, commands }) => (
          <section key={title} aria-label={title} className="pb-5 last:pb-0">
            <h3 className="break-after-avoid font-display font-semibold text-lg">{title}</h3>
            <dl className="divide-y divide-line">
              {commands.map(({ name, aliases, args, description }) => (
                <div key={name} className="break-inside-avoid py-2.5">
                  <dt className="flex flex-wrap items-baseline gap-x-2 text-sm">
                    <code className="font-[550] font-sans">/{name}</code>
                    {args && <span className="text-ink-soft">{args}</span>}
                    {aliases && (
                      <span className="text-2xs text-ink-soft">also {aliases.map((one) => `/${one}`).join(', ')}</span>
                    )}
                  </dt>
                  <dd className="text-ink-soft text-sm">{description}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
