/** The classes of all text fields. Phones zoom in on fields with text smaller than 16px. */
export const fieldClass =
  'w-full rounded-md border border-line-strong bg-card px-3.5 text-md text-ink transition-[border-color,box-shadow] ' +
  'duration-150 hover:border-ink-soft focus-visible:border-focus focus-visible:not-aria-invalid:-outline-offset-1 ' +
  'aria-invalid:border-danger disabled:opacity-60'
