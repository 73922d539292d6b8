import { runCommand } from './run-command.ts'
import type { Stage } from './stage.ts'

/** The checks that read the code without running it. */
export const staticChecks: Stage[] = [
  commandStage('lint and format', 'biome', ['check', '--error-on-warnings', '--max-diagnostics=50', '.']),
  commandStage('types', 'tsc', ['-p', '.', '--pretty', 'false']),
  commandStage('dead code', 'knip', ['--no-progress']),
  commandStage('import rules', 'depcruise', ['src', 'tests', 'scripts']),
]

/** A stage that runs one command and counts as one test. */
export function commandStage(name: string, command: string, args: string[]): Stage {
  return {
    name,
    run: async () => {
      const { code, output } = await runCommand(command, args)
      return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1, output }
    },
  }
}
