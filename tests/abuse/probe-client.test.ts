import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AbuseServer, startAbuseServer } from './abuse-server.ts'
import { recordFigures } from './figures.ts'
import { probeCells } from './probe-client.ts'

let server: AbuseServer

beforeAll(async () => {
  server = await startAbuseServer()
})
afterAll(() => server.close())

test('the probe is undisturbed without an attack', async () => {
  const figures = await server.probe.expectUndisturbed(async () => {})
  recordFigures('The probe', { abuse: 'none', ...probeCells(figures) })
})

test('the probe notices a server that is frozen for half a second', async () => {
  const freeze = async () => {
    process.kill(server.process.pid, 'SIGSTOP')
    await sleep(500)
    process.kill(server.process.pid, 'SIGCONT')
  }
  await expect(server.probe.expectUndisturbed(freeze)).rejects.toThrow('/healthz p99')
})
