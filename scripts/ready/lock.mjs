// One process at a time may change `node_modules` and `dist`: two `npm start` at once on a fresh clone must not
// write over each other. A folder is the lock, because making one is atomic on every file system.
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'

/** A holder on another machine (a shared folder) cannot be asked whether it lives; this long is taken for dead. */
const strangerMs = 15 * 60_000
const pollMs = 100

export const lockFolder = (root) => join(root, '.cache', 'ready.lock')

/** Runs `work` while no other process holds `folder`; says so once when it has to wait. */
export async function withLock(folder, work) {
  const me = `${process.pid} ${hostname()}`
  mkdirSync(dirname(folder), { recursive: true })
  for (let told = false; !take(folder, me); told = true) {
    if (!told) console.error('Another start is preparing this checkout; waiting for it…')
    await wait(pollMs)
    breakIfDead(folder)
  }
  try {
    return await work()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function take(folder, me) {
  try {
    mkdirSync(folder)
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
  writeFileSync(join(folder, 'holder'), me)
  return true
}

/** A killed holder leaves its folder behind. Renaming it away is atomic, so only one of several waiters does it. */
function breakIfDead(folder) {
  const holder = readHolder(folder)
  if (!holder || !isDead(holder, folder)) return
  const grave = `${folder}.${process.pid}`
  try {
    renameSync(folder, grave)
  } catch {
    return
  }
  // Between the look and the rename a living process may have taken the lock: it gets it back.
  if (readHolder(grave) === holder) rmSync(grave, { recursive: true, force: true })
  else renameSync(grave, folder)
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
    if (host !== hostname()) return Date.now() - statSync(folder).mtimeMs > strangerMs
    process.kill(Number(pid), 0)
    return false
  } catch (error) {
    return error.code === 'ESRCH'
  }
}
