import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AbuseServer, startAbuseServer } from './abuse-server.ts'
import { bystanderCells } from './bystander.ts'
import { recordFigures } from './figures.ts'

let server: AbuseServer

beforeAll(async () => {
  server = await startAbuseServer()
})
afterAll(() => server.close())

test('the bystander is undisturbed without an attack', async () => {
  const figures = await server.bystander.expectUndisturbed(async () => {})
  recordFigures('The other client', { abuse: 'none', ...bystanderCells(figures) })
})

test('the bystander notices a server that is frozen for half a second', async () => {
  const freeze = async () => {
    process.kill(server.process.pid, 'SIGSTOP')
    await sleep(500)
    process.kill(server.process.pid, 'SIGCONT')
  }
  await expect(server.bystander.expectUndisturbed(freeze)).rejects.toThrow('/healthz p99')
})
