// Only one process at a time may change `node_modules` and `dist`: two `npm start` on a fresh clone must not overwrite
// each other's files.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'

const pollMs = 100

/** It holds the id of the process that has the lock. */
export const lockFile = (root) => join(root, '.cache', 'prepare.lock')

/** Runs `work` while no other process has the lock. Prints a message once if it has to wait. */
export async function withLock(file, work) {
  mkdirSync(dirname(file), { recursive: true })
  for (let printed = false; !acquire(file); printed = true) {
    if (!printed) console.error('Another start is preparing this checkout; waiting for it…')
    await wait(pollMs)
  }
  try {
    return await work()
  } finally {
    rmSync(file, { force: true })
  }
}

function acquire(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
  }
  if (isLeftBehind(file)) rmSync(file, { force: true })
  return false
}

/** Whether the process that wrote the file was killed. */
function isLeftBehind(file) {
  try {
    process.kill(Number(readFileSync(file, 'utf8')), 0)
    return false
  } catch (error) {
    return error.code === 'ESRCH'
  }
}
