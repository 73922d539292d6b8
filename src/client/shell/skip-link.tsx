/** The first focusable element: skips the navigation. */
export function SkipLink() {
  return (
    <a
      href="#main"
      className="sr-only focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-[70] focus:rounded-md focus:bg-curtain focus:px-4 focus:py-3 focus:text-curtain-ink"
    >
      Skip to content
    </a>
  )
}
