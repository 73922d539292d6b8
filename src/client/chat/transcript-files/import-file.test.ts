import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { importFile } from './use-import.ts'

// A stream is read outside of the faked time.
vi.mock('./read-import-file.ts', () => ({ readImportFile: async () => '{"mes":"Hm."}' }))

const busy = () =>
  Response.json({ error: 'The server is importing other files.', code: 'unavailable' }, { status: 503 })
const file = new Blob()
const states: string[] = []
const run = () => importFile(file, 'ada', (state) => states.push(state))

beforeEach(() => {
  vi.useFakeTimers()
  states.length = 0
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Answers one request after the other; the last response repeats. Returns the bodies that were sent. */
function answer(...responses: (() => Response)[]): unknown[] {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (_path: string, { body }: RequestInit) => {
    sent.push(body)
    return (responses.length > 1 ? responses.shift() : responses[0])?.()
  })
  return sent
}

it('sends a file again while the server is busy with others, and says that it waits', async () => {
  const sent = answer(busy, busy, () => Response.json({ conversations: [], excluded: 0, leftOut: [] }, { status: 201 }))
  const imported = run()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await imported).toMatchObject({ conversations: [] })
  expect(states).toEqual(['importing', 'waiting', 'importing', 'waiting', 'importing'])
  expect(new Set(sent)).toEqual(new Set([JSON.stringify({ characterId: 'ada', text: '{"mes":"Hm."}' })]))
  expect(sent).toHaveLength(3)
})

it('gives up after a minute', async () => {
  const sent = answer(busy)
  const refused = run().catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await refused).toMatchObject({ status: 503, body: { error: 'The server is importing other files.' } })
  expect(sent).toHaveLength(12)
})

it('does not repeat what may have been stored, or can never succeed', async () => {
  for (const [status, code] of [
    [503, 'storage_unavailable'],
    [500, 'internal'],
    [400, 'bad_request'],
  ] as const) {
    const sent = answer(() => Response.json({ error: 'No.', code }, { status }))
    await expect(run()).rejects.toMatchObject({ status })
    expect(sent).toHaveLength(1)
  }
})
