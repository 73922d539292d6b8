import { spawnSync } from 'node:child_process'
import { delimiter, join } from 'node:path'
import process from 'node:process'

/** Without a network, npm's own patience is nearly two minutes. */
const patience = ['--fetch-retries=2', '--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=8000']
const quiet = ['--loglevel=error', '--no-audit', '--no-fund', '--no-update-notifier']

/**
 * Runs the machine's npm on the machine's Node: `node_modules/.bin` leaves the PATH, because the Node in there is one
 * of the things npm is about to replace. What npm has to complain of goes to the screen.
 * @returns {number | null} the exit code; null when npm could not be run at all
 */
export function npm(root, args) {
  const path = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((entry) => entry !== join(root, 'node_modules', '.bin'))
    .join(delimiter)
  return spawnSync('npm', [...args, ...quiet, ...patience], {
    cwd: root,
    env: { ...process.env, PATH: path },
    stdio: ['ignore', 'ignore', 'inherit'],
  }).status
}
