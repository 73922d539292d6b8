import { parseErrorBody } from '#server/providers/models/http/classify-error.ts'
import type { FailureReason, ModelError } from '#server/providers/models/provider.ts'

interface ModelAddress {
  baseUrl: string
  model: string | null
  /** False if no key was sent. */
  hasKey?: boolean
  /** What the service is called, and a model without a name. */
  words?: { service: string; model: string }
}

const chatWords = { service: 'model service', model: 'a chat model' }

/** What was wrong and what to do, for an admin who does not know HTTP. */
export function describeFailure(
  { reason }: ModelError,
  { baseUrl, model, hasKey = true, words = chatWords }: ModelAddress,
): string {
  const { host, hostname, protocol } = new URL(baseUrl)
  const named = model === null || model === 'unknown' ? words.model : `the model “${model}”`
  const texts: Record<FailureReason, string> = {
    address: `${host} answers, but has no ${words.service} at this address. Most addresses end with /v1.`,
    broken_off: `${host} closed the connection before its answer was whole. If it is a server of your own, look into its log: it may have crashed, or have too little memory. Check too whether the address has to begin with https://.`,
    budget: 'The budget of this month is spent. Raise it under Admin → Overview.',
    certificate: `No secure connection to ${host} could be made. If it is a server of your own without a certificate, begin the address with http://.`,
    context: `The context of ${named} is too small. Load it with a larger context on the server, or lower “Context” here.`,
    invalid_reply: `${host} answers, but not like a model service. Check the address: most end with /v1.`,
    key: 'The service does not accept the key. Copy it again from the service, or create a new one there.',
    local_ended: `The process of ${named} has ended while it wrote, by a crash or for want of memory. It was started again.`,
    local_file: `${named.replace(/^t/, 'T')} is not in the folder of models on this machine. Download it again, or choose another.`,
    local_load: `${named.replace(/^t/, 'T')} could not be loaded. The machine may have too little memory for it, or the file may be damaged: choose a smaller one, a smaller “Context”, or download it again.`,
    local_runtime:
      'llama.cpp, which runs models on this machine, is not installed. Install it below, or with npm run local-model.',
    missing_key: 'The service needs a key. Create one at the service and enter it here.',
    model: `The service does not have ${named}. Choose one from the list.`,
    no_text: `${host} answers, but ${named} writes nothing. Check that it is a model for chats and not for embeddings; a server of your own may need its chat template.`,
    no_host: `There is no server with the name ${hostname}. Check the address for typing errors.`,
    quota: 'The account at the service has no credit or quota left. Add credit there, or wait until it is renewed.',
    rate: 'The service allows no more requests at the moment. Wait a minute, or raise the limit at the service.',
    redirect: `${host} sends requests on to another address. Enter that address${protocol === 'http:' ? '; often it is the same with https://' : ''}.`,
    refused: 'The service declined to answer because of the content.',
    rejected: 'The service rejected the request.',
    service: `${host} has a problem of its own. Try again in a few minutes.`,
    timeout: `${host} did not answer in time. If it is a server of your own, it may still be loading the model: try again in a minute.`,
    unreachable: `Nothing answers at ${host}. Check that the server is running, and the port in the address.`,
  }
  return texts[reason === 'key' && !hasKey ? 'missing_key' : reason]
}

const maxDetail = 300

/** What the service itself says, without secrets. Only an error in JSON: other text may come from any server. */
export function serviceMessage({ cause }: ModelError): string | null {
  const text = cause instanceof Error ? cause.message : ''
  if (!/^\s*[[{]/.test(text)) return null
  const { message } = parseErrorBody(text)
  return message === text || message === '' ? null : message.slice(0, maxDetail)
}
