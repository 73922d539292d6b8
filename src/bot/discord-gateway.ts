import { setTimeout as wait } from 'node:timers/promises'
import { type Log, Refusal } from './try-until-answered.ts'

/** What an ended connection is resumed with. */
export interface Session {
  id: string
  url: string
  /** The number of the last event that was received. */
  sequence: number
}

interface GatewayOptions {
  token: string
  intents: number
  /** The session of the process before. */
  session: Session | null
  findUrl(): Promise<string>
  /** Is called at once, with the session as it is after the event. */
  onEvent(name: string, data: unknown, session: Session): void
  log: Log
}

const opcodes = {
  event: 0,
  heartbeat: 1,
  identify: 2,
  resume: 6,
  reconnect: 7,
  invalidSession: 9,
  hello: 10,
  heartbeatAcknowledged: 11,
}
/** Any code but 1000 and 1001, which would end the session. */
const leaving = 4_000
/** Milliseconds until Discord must have said hello. */
const helloTimeout = 30_000
const delays = { first: 100, longest: 30_000 }
/** Codes that end the session, but not the bot. */
const sessionEnds = [4_007, 4_009]
/** Codes after which connecting again is of no use. */
const refusals: Record<number, string> = {
  4004: 'the token is not valid',
  4010: 'the shard is not valid',
  4011: 'the bot is in too many servers',
  4012: 'this version of the gateway is gone',
  4013: 'the intents are not valid',
  4014: 'turn on the Message Content Intent of the bot in the Developer Portal',
}

/** Receives the events of Discord's gateway, and resumes its session when a connection ends. Ends only with a `Refusal`. */
export async function runGateway(options: GatewayOptions): Promise<never> {
  const { token, intents, findUrl, onEvent, log } = options
  let { session } = options
  let isReachable = true
  for (let delay = delays.first; ; ) {
    const url = (isReachable && session?.url) || (await findUrl())
    const startedAt = performance.now()
    const code = await connect(url)
    const refusal = refusals[code]
    if (refusal) throw new Refusal(`Discord: ${refusal}`)
    if (sessionEnds.includes(code)) session = null
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
    let timer = setTimeout(() => resolve(leaving), helloTimeout)
    isReachable = false
    const send = (op: number, d: unknown) => socket.send(JSON.stringify({ op, d }))
    const sendHeartbeat = () => send(opcodes.heartbeat, session?.sequence ?? null)

    function begin(interval: number): void {
      isReachable = true
      clearTimeout(timer)
      const beat = () => {
        if (!isAlive) return resolve(leaving)
        isAlive = false
        sendHeartbeat()
        timer = setTimeout(beat, interval)
      }
      timer = setTimeout(beat, interval * Math.random())
      if (session) send(opcodes.resume, { token, session_id: session.id, seq: session.sequence })
      else {
        const properties = { os: process.platform, browser: 'troupe', device: 'troupe' }
        send(opcodes.identify, { token, intents, properties })
      }
    }

    socket.onmessage = ({ data }) => {
      const { op, d, s, t } = JSON.parse(data)
      if (op === opcodes.hello) begin(d.heartbeat_interval)
      else if (op === opcodes.heartbeat) sendHeartbeat()
      else if (op === opcodes.heartbeatAcknowledged) isAlive = true
      else if (op === opcodes.reconnect) resolve(leaving)
      else if (op === opcodes.invalidSession) {
        if (!d) session = null
        resolve(leaving)
      } else if (op === opcodes.event) {
        if (t === 'READY') session = { id: d.session_id, url: d.resume_gateway_url, sequence: s }
        else if (session) session = { ...session, sequence: s }
        if (session) onEvent(t, d, session)
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
