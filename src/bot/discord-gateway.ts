import { setTimeout as wait } from 'node:timers/promises'
import { type Log, Refusal } from './try-until-answered.ts'

interface GatewayOptions {
  token: string
  intents: number
  findUrl(): Promise<string>
  /** Is called at once. */
  onEvent(name: string, data: unknown): void
  log: Log
}

const opcodes = {
  event: 0,
  heartbeat: 1,
  identify: 2,
  reconnect: 7,
  invalidSession: 9,
  hello: 10,
  heartbeatAcknowledged: 11,
}
/** The code of a connection that the bot ends. */
const leaving = 1_000
/** Milliseconds until Discord must have said hello. */
const helloTimeout = 30_000
const delays = { first: 100, longest: 30_000 }
/** Codes after which connecting again is of no use. */
const refusals: Record<number, string> = {
  4004: 'the token is not valid',
  4010: 'the shard is not valid',
  4011: 'the bot is in too many servers',
  4012: 'this version of the gateway is gone',
  4013: 'the intents are not valid',
  4014: 'turn on the Message Content Intent of the bot in the Developer Portal',
}

/**
 * Receives the events of Discord's gateway, in a new session when a connection ends: what happened between them is not
 * sent. Ends only with a `Refusal`.
 */
export async function runGateway({ token, intents, findUrl, onEvent, log }: GatewayOptions): Promise<never> {
  for (let delay = delays.first; ; ) {
    const url = await findUrl()
    const startedAt = performance.now()
    const code = await connect(url)
    const refusal = refusals[code]
    if (refusal) throw new Refusal(`Discord: ${refusal}`)
    // Sessions that end as soon as they begin would use up those of the day.
    if (performance.now() - startedAt > 60_000) delay = delays.first
    log(`Discord: the connection has ended (${code}); connecting again in ${delay / 1_000} s`)
    await wait(delay)
    delay = Math.min(2 * delay, delays.longest)
  }

  /** Resolves with the code with which the connection has ended. */
  function connect(url: string): Promise<number> {
    const { promise, resolve } = Promise.withResolvers<number>()
    const socket = new WebSocket(new URL('/?v=10&encoding=json', url))
    let isAlive = true
    /** The number of the last event that was received. */
    let sequence: number | null = null
    let timer = setTimeout(() => resolve(leaving), helloTimeout)
    const send = (op: number, d: unknown) => socket.send(JSON.stringify({ op, d }))
    const sendHeartbeat = () => send(opcodes.heartbeat, sequence)

    function begin(interval: number): void {
      clearTimeout(timer)
      const beat = () => {
        if (!isAlive) return resolve(leaving)
        isAlive = false
        sendHeartbeat()
        timer = setTimeout(beat, interval)
      }
      timer = setTimeout(beat, interval * Math.random())
      const properties = { os: process.platform, browser: 'troupe', device: 'troupe' }
      send(opcodes.identify, { token, intents, properties })
    }

    socket.onmessage = ({ data }) => {
      const { op, d, s, t } = JSON.parse(data)
      if (op === opcodes.hello) begin(d.heartbeat_interval)
      else if (op === opcodes.heartbeat) sendHeartbeat()
      else if (op === opcodes.heartbeatAcknowledged) isAlive = true
      else if (op === opcodes.reconnect || op === opcodes.invalidSession) resolve(leaving)
      else if (op === opcodes.event) {
        sequence = s
        onEvent(t, d)
      }
    }
    socket.onclose = ({ code }) => resolve(code)
    return promise.finally(() => {
      clearTimeout(timer)
      socket.onmessage = null
      socket.close(leaving)
    })
  }
}
