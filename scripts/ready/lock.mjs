// Only one process at a time may change `node_modules` and `dist`: two `npm start` on a fresh clone must not overwrite
// each other's files. The lock is a folder, because creating a folder is atomic on every file system.
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'

/** A holder on another machine (a shared folder) cannot be checked; its lock expires after this time. */
const remoteExpiryMs = 15 * 60_000
const pollMs = 100

export const lockFolder = (root) => join(root, '.cache', 'ready.lock')

/** Runs `work` while no other process holds `folder`. Prints a message once if it has to wait. */
export async function withLock(folder, work) {
  const self = `${process.pid} ${hostname()}`
  mkdirSync(dirname(folder), { recursive: true })
  for (let printed = false; !acquire(folder, self); printed = true) {
    if (!printed) console.error('Another start is preparing this checkout; waiting for it…')
    await wait(pollMs)
    releaseIfDead(folder)
  }
  try {
    return await work()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function acquire(folder, self) {
  try {
    mkdirSync(folder)
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
  writeFileSync(join(folder, 'holder'), self)
  return true
}

/** A killed holder leaves its folder behind. Renaming is atomic, so only one of several waiting processes succeeds. */
function releaseIfDead(folder) {
  const holder = readHolder(folder)
  if (!holder || !isDead(holder, folder)) return
  const removed = `${folder}.${process.pid}`
  try {
    renameSync(folder, removed)
  } catch {
    return
  }
  // Between the check and the rename another process may have acquired the lock. Then the lock is returned to it.
  if (readHolder(removed) === holder) rmSync(removed, { recursive: true, force: true })
  else renameSync(removed, folder)
}

function readHolder(folder) {
  try {
    return readFileSync(join(folder, 'holder'), 'utf8')
  } catch {
    return null
  }
}

function isDead(holder, folder) {
  const [pid, host] = holder.split(' ')
  try {
    if (host !== hostname()) return Date.now() - statSync(folder).mtimeMs > remoteExpiryMs
    process.kill(Number(pid), 0)
    return false
  } catch (error) {
    return error.code === 'ESRCH'
  }
}
