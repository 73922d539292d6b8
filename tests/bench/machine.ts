import { cpus, totalmem, type } from 'node:os'

/** Describes the machine in one line. */
export function describeMachine(): string {
  const [first] = cpus()
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`
  return `${cpus().length} × ${first?.model.trim() ?? 'unknown CPU'}, ${memory}, ${type()}, Node ${process.version}`
}
