import { mkdtempSync, rmSync } from 'node:fs'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Character } from '#shared/characters.ts'
import { npmStartEnv } from '#tests/bench/bench-environment.ts'
import { startUpstream } from '#tests/bench/load/upstreams.ts'
import { peakMemoryMb, resetPeakMemory, residentMb } from '#tests/bench/process-figures.ts'
import { cookieOf, type HttpResponse, httpRequest } from '#tests/support/http-client.ts'
import { ServerProcess } from '#tests/support/server-process.ts'
import { ProbeClient } from './probe-client.ts'

/** A server in a process of its own, with the limits of a real one, and another client that uses it all the while. */
export interface AbuseServer {
  url: string
  port: number
  /** For restarts and signals. */
  process: ServerProcess
  characterId: string
  probe: ProbeClient
  /** Creates an account; returns its session cookie. `from` is the client's address, any of 127.0.0.0/8 on Linux. */
  signUp(username: string, from?: string): Promise<string>
  /** Sends one request with a session; `from` as above. */
  send(
    method: string,
    path: string,
    options?: { cookie?: string; body?: unknown; from?: string },
  ): Promise<HttpResponse>
  /** Resident memory in MB (10^6 bytes). */
  memoryMb(): number
  /** The peak since `resetPeak`, or since the start. */
  peakMb(): number
  resetPeak(): void
  close(): Promise<void>
}

/** The options of `npm start`. */
const nodeFlags = ['--max-semi-space-size=16', '--heap-growing-percent=50', '--expose-gc']
/** The probe's address: limits per address must not mix it up with the attacker, who is 127.0.0.1. */
const probeAddress = process.platform === 'linux' ? '127.0.0.2' : '127.0.0.1'

/** `env` adds to the server's settings, for example `DATABASE_URL` (its data is otherwise in SQLite) or `REDIS_URL`. */
export async function startAbuseServer({ env = {} }: { env?: Record<string, string> } = {}): Promise<AbuseServer> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'troupe-abuse-'))
  const upstream = await startUpstream({ first: 50, gap: 5, tokens: 20 })
  const model = { MODEL_BASE_URL: `${upstream.url}/v1`, MODEL_NAME: 'mock-chat' }
  const settings = { DATA_DIR: dataDir, ...model, FREE_DAILY_MESSAGES: '1000000', ...npmStartEnv, ...env }
  const server = await ServerProcess.create({ env: settings, nodeFlags })
  await server.start()
  const send: AbuseServer['send'] = async (method, address, { cookie, body, from = '127.0.0.1' } = {}) => {
    const agent = new Agent({ localAddress: from })
    const session = cookie === undefined ? {} : { cookie }
    return httpRequest(server.url + address, { method, agent, body, ...session }).finally(() => agent.destroy())
  }
  const signUp: AbuseServer['signUp'] = async (username, from) => {
    const response = await send('POST', '/api/auth/register', {
      body: { username, password: 'quiet-harbor' },
      ...(from ? { from } : {}),
    })
    if (response.status !== 200) throw new Error(`${username} could not sign up: ${response.status} ${response.text}`)
    return cookieOf(response)
  }
  const cookies: string[] = []
  for (let index = 0; index < ProbeClient.accounts; index++) cookies.push(await signUp(`probe-${index}`, probeAddress))
  const character = { name: 'Ada Quill', description: 'Keeps a lighthouse.', greeting: 'You are late.' }
  const created = await send('POST', '/api/characters', { cookie: cookies[0] ?? '', body: character })
  const { id: characterId } = JSON.parse(created.text) as Character
  const probe = new ProbeClient({ url: server.url, address: probeAddress, characterId, cookies })
  return {
    url: server.url,
    port: Number(new URL(server.url).port),
    process: server,
    characterId,
    probe,
    signUp,
    send,
    memoryMb: () => residentMb(server.pid),
    peakMb: () => peakMemoryMb(server.pid),
    resetPeak: () => resetPeakMemory(server.pid),
    async close() {
      await probe.stop()
      await server.kill9()
      await upstream.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
