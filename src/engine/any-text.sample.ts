import fc from 'fast-check'

/** Any sequence of UTF-16 code units, lone surrogates and control characters included, for property tests. */
export const anyText = fc
  .array(
    fc.oneof(
      fc.integer({ min: 0, max: 0x7f }),
      fc.integer({ min: 0, max: 0xffff }),
      fc.constantFrom(0xd83d, 0xde00, 0x20),
    ),
    { maxLength: 40 },
  )
  .map((codes) => String.fromCharCode(...codes))
