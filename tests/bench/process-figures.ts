import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'

const hasProc = existsSync('/proc/self/schedstat')

/** CPU seconds that all threads of a process have used, with nanosecond resolution on Linux. */
export function cpuSeconds(pid: number): number {
  if (!hasProc) return parseCpuTime(ps(pid, 'time'))
  const threads = readdirSync(`/proc/${pid}/task`)
  const nanoseconds = threads.map(
    (thread) => readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0],
  )
  return nanoseconds.reduce((sum, used) => sum + Number(used), 0) / 1e9
}

/** Resident memory in MB (10^6 bytes). */
export function residentMb(pid: number): number {
  return hasProc ? readStatus(pid, 'VmRSS') : (Number(ps(pid, 'rss')) * 1024) / 1e6
}

/** Resets the peak memory of a process, on Linux only, so that it covers only the measured load. */
export function resetPeakMemory(pid: number): void {
  if (hasProc) writeFileSync(`/proc/${pid}/clear_refs`, '5')
}

/** The peak resident memory; the current one where the system does not report a peak. */
export function peakMemoryMb(pid: number): number {
  return hasProc ? readStatus(pid, 'VmHWM') : residentMb(pid)
}

function readStatus(pid: number, field: string): number {
  const kilobytes = new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return (Number(kilobytes) * 1024) / 1e6
}

const ps = (pid: number, field: string) =>
  execFileSync('ps', ['-o', `${field}=`, '-p', String(pid)], { encoding: 'utf8' }).trim()

/** Parses `[[days-]hours:]minutes:seconds`, for example `1-02:03:04.56`. */
function parseCpuTime(clock: string): number {
  const [seconds = 0, minutes = 0, hours = 0, days = 0] = clock.split(/[:-]/).map(Number).reverse()
  return seconds + 60 * minutes + 3_600 * hours + 86_400 * days
}
