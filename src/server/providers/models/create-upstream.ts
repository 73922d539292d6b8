import { defaultTimeouts } from './http/timeouts.ts'
import { Upstream } from './http/upstream.ts'
import type { HttpModelOptions } from './http-model-options.ts'
import type { ModelProfile } from './model-profile.ts'
import type { Protocol } from './protocol.ts'

/** The connections to a model's service, with its headers and time limits. */
export function createUpstream(protocol: Protocol, options: HttpModelOptions, profile: ModelProfile): Upstream {
  const { service, apiKey = '', baseUrl = service.baseUrl, timeouts } = options
  const { firstByteMs = profile.firstByteMs } = timeouts ?? {}
  const totalMs = firstByteMs + defaultTimeouts.totalMs
  return new Upstream({
    baseUrl,
    headers: {
      'content-type': 'application/json',
      accept: 'text/event-stream, application/json',
      'accept-encoding': 'identity',
      ...(apiKey === '' ? {} : protocol.authorization(apiKey)),
      ...service.headers,
    },
    timeouts: { ...defaultTimeouts, idleMs: profile.idleMs, firstByteMs, totalMs, ...timeouts },
  })
}
