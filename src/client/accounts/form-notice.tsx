import { CircleAlert } from 'lucide-react'

/** A message about the form as a whole, shown above its submit button. */
export function FormNotice({ title, message }: { title?: string; message: string | undefined }) {
  return (
    <div role="alert">
      {message && (
        <p className="flex gap-2.5 rounded-md bg-curtain-wash px-3.5 py-3 text-ink text-sm">
          <CircleAlert aria-hidden size={17} className="mt-0.5 shrink-0 text-danger" />
          <span>
            {title && <strong className="block font-semibold">{title}</strong>}
            {message}
          </span>
        </p>
      )}
    </div>
  )
}
