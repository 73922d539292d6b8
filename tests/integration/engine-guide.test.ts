import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

test('the program of docs/engine.md runs with nothing but the folder of the engine', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'troupe-engine-'))
  try {
    const guide = await readFile('docs/engine.md', 'utf8')
    const program = /```ts\n(.*?)```/s.exec(guide)?.[1] ?? ''
    await mkdir(path.join(folder, 'engine'))
    await cp('src/engine', path.join(folder, 'engine'), { recursive: true })
    await writeFile(path.join(folder, 'program.ts'), program)
    const card = { name: 'Ilse', description: 'Keeps a lighthouse.', first_mes: 'You are late, {{user}}.' }
    await writeFile(path.join(folder, 'card.json'), JSON.stringify(card))
    const { stdout } = await promisify(execFile)(process.execPath, ['program.ts'], { cwd: folder })
    expect(stdout).toBe('You are late, Sam.\n"I have read 4 messages."\n"I have read 5 messages."\n')
  } finally {
    await rm(folder, { recursive: true })
  }
})
