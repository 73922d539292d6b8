import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'

const hasProc = existsSync('/proc/self/schedstat')

/** Seconds of CPU a process has used so far, all threads, to the nanosecond where the system tells. */
export function cpuSeconds(pid: number): number {
  if (!hasProc) return fromClock(ps(pid, 'time'))
  const threads = readdirSync(`/proc/${pid}/task`)
  const nanoseconds = threads.map(
    (thread) => readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0],
  )
  return nanoseconds.reduce((sum, used) => sum + Number(used), 0) / 1e9
}

/** Resident memory in MB (10^6 bytes). */
export function residentMb(pid: number): number {
  return hasProc ? statusOf(pid, 'VmRSS') : (Number(ps(pid, 'rss')) * 1024) / 1e6
}

/** Forgets what the most was until now, where the system can; so that a load is not billed for what came before it. */
export function forgetPeak(pid: number): void {
  if (hasProc) writeFileSync(`/proc/${pid}/clear_refs`, '5')
}

/** The most it ever was; where the system does not tell, what it is now. */
export function peakMb(pid: number): number {
  return hasProc ? statusOf(pid, 'VmHWM') : residentMb(pid)
}

function statusOf(pid: number, field: string): number {
  const kilobytes = new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return (Number(kilobytes) * 1024) / 1e6
}

const ps = (pid: number, field: string) =>
  execFileSync('ps', ['-o', `${field}=`, '-p', String(pid)], { encoding: 'utf8' }).trim()

/** `1-02:03:04.56`, from the right. */
function fromClock(clock: string): number {
  const [seconds = 0, minutes = 0, hours = 0, days = 0] = clock.split(/[:-]/).map(Number).reverse()
  return seconds + 60 * minutes + 3_600 * hours + 86_400 * days
}
