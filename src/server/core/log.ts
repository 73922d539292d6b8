import { type DestinationStream, type Logger, pino } from 'pino'

export type { Logger }

/** Paths of logged objects that are replaced by `[hidden]`. */
const secrets = [
  'password',
  '*.password',
  'cookie',
  'authorization',
  'headers.cookie',
  'headers.authorization',
  'req.headers.cookie',
  'req.headers.authorization',
  'res.headers["set-cookie"]',
]

export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = { level, redact: { paths: secrets, censor: '[hidden]' }, base: null }
  return destination ? pino(options, destination) : pino(options)
}
