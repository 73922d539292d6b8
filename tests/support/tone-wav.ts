const rate = 16_000

/** A WAV file of tones of 220 Hz and pauses. */
export function createWav(parts: readonly { ms: number; isTone: boolean }[]): Buffer {
  const samples = parts.flatMap(({ ms, isTone }) =>
    Array.from({ length: (rate * ms) / 1_000 }, (_, at) =>
      isTone ? Math.round(12_000 * Math.sin((2 * Math.PI * 220 * at) / rate)) : 0,
    ),
  )
  const data = Buffer.from(Int16Array.from(samples).buffer)
  const head = Buffer.alloc(44)
  head.write('RIFF')
  head.writeUInt32LE(36 + data.length, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  // PCM, one channel of 16 bits.
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(rate, 24)
  head.writeUInt32LE(rate * 2, 28)
  head.writeUInt16LE(2, 32)
  head.writeUInt16LE(16, 34)
  head.write('data', 36)
  head.writeUInt32LE(data.length, 40)
  return Buffer.concat([head, data])
}
