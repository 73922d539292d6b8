import './typing-dots.css'

/** The typing indicator. */
export function TypingDots({ name }: { name: string }) {
  return (
    <p className="typing-dots">
      <span className="sr-only">{name} is writing</span>
      <i aria-hidden />
      <i aria-hidden />
      <i aria-hidden />
    </p>
  )
}
