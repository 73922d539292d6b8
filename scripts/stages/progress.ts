const everyMs = 15_000

/** Says how far a long stage is: on a terminal in a line that is overwritten, elsewhere with a line now and then. */
export function createProgress(stage: string) {
  const start = performance.now()
  let last = start
  const seconds = () => `${((performance.now() - start) / 1000).toFixed(0)} s`
  return {
    say(text: string): void {
      if (process.stdout.isTTY) process.stdout.write(`\r\x1b[K… ${stage}: ${text}, ${seconds()}`)
      else if (performance.now() - last > everyMs) {
        last = performance.now()
        console.log(`  … ${stage}: ${text}, ${seconds()}`)
      }
    },
    end(): void {
      if (process.stdout.isTTY) process.stdout.write('\r\x1b[K')
    },
  }
}
