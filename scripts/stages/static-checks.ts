import { runCommand } from './run-command.ts'
import type { Stage } from './stage.ts'

/** The checks that read the code without running it. Each counts as one test. */
export const staticChecks: Stage[] = [
  check('lint and format', 'biome', ['check', '--error-on-warnings', '--max-diagnostics=50', '.']),
  check('types', 'tsc', ['-p', '.', '--pretty', 'false']),
  check('dead code', 'knip', ['--no-progress']),
  check('import rules', 'depcruise', ['src', 'tests', 'scripts']),
  check('conformance', process.execPath, ['scripts/conformance.ts', '--check']),
]

function check(name: string, command: string, args: string[]): Stage {
  return {
    name,
    run: async () => {
      const { code, output } = await runCommand(command, args)
      return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1, output }
    },
  }
}
