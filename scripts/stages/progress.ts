const intervalMs = 15_000

/** Shows the progress of a long stage: on a terminal in one line, elsewhere as a new line every 15 seconds. */
export function createProgress(stage: string) {
  const start = performance.now()
  let lastPrint = start
  const seconds = () => `${((performance.now() - start) / 1000).toFixed(0)} s`
  return {
    update(text: string): void {
      if (process.stdout.isTTY) process.stdout.write(`\r\x1b[K… ${stage}: ${text}, ${seconds()}`)
      else if (performance.now() - lastPrint > intervalMs) {
        lastPrint = performance.now()
        console.log(`  … ${stage}: ${text}, ${seconds()}`)
      }
    },
    end(): void {
      if (process.stdout.isTTY) process.stdout.write('\r\x1b[K')
    },
  }
}
