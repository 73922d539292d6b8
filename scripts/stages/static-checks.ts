import { globSync } from 'node:fs'
import { type CommandResult, root, runCommand } from './run-command.ts'
import type { Outcome, Stage } from './stage.ts'

/** The checks that read the code without running it. */
export const staticChecks: Stage[] = [
  commandStage('lint and format', 'biome', ['check', '--error-on-warnings', '--max-diagnostics=50', '.']),
  commandStage('types', 'tsc', ['-p', '.', '--pretty', 'false']),
  commandStage('dead code', 'knip', ['--no-progress']),
  commandStage('folder cycles', 'depcruise', ['src', '--config', '.dependency-cruiser-folders.mjs']),
  {
    name: 'import rules',
    run: async () => {
      const result = await runCommand('depcruise', ['src', 'tests', 'scripts'])
      return judgeImportRules(result, globSync('{src,tests,scripts}/**/*.{ts,tsx}', { cwd: root }).length)
    },
  },
]

/** A stage that runs one command and counts as one test. */
export function commandStage(name: string, command: string, args: string[]): Stage {
  return { name, run: async () => outcomeOf(await runCommand(command, args)) }
}

function outcomeOf({ code, output }: CommandResult): Outcome {
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1, output }
}

/** Without its parser, dependency-cruiser skips TypeScript and reports success: it must have read every file. */
export function judgeImportRules(result: CommandResult, files: number): Outcome {
  const read = Number(/\((\d+) modules/.exec(result.output)?.[1] ?? 0)
  if (result.code !== 0 || read >= files) return outcomeOf(result)
  const cause = `dependency-cruiser read ${read} modules, but there are ${files} TypeScript files. Its parser is missing:`
  return { passed: 0, failed: 1, output: `${cause} install the packages again with npm ci --include=dev.` }
}
