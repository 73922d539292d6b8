import { spawnSync } from 'node:child_process'
import { delimiter, join } from 'node:path'
import process from 'node:process'

/** With its default retries, npm takes nearly two minutes to fail without a network. */
const retries = ['--fetch-retries=2', '--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=8000']
const quiet = ['--loglevel=error', '--no-audit', '--no-fund', '--no-update-notifier']

/**
 * Runs the machine's npm on the machine's Node: `node_modules/.bin` is removed from the PATH, because npm may replace
 * the Node in it. Its errors are printed.
 * @returns {number | null} the exit code; null when npm could not be started
 */
export function npm(root, args) {
  const path = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((entry) => entry !== join(root, 'node_modules', '.bin'))
    .join(delimiter)
  return spawnSync('npm', [...args, ...quiet, ...retries], {
    cwd: root,
    env: { ...process.env, PATH: path },
    stdio: ['ignore', 'ignore', 'inherit'],
  }).status
}
