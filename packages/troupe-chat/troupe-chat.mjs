#!/usr/bin/env node
import { randomUUID } from 'node:crypto'
import { createInterface } from 'node:readline/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { findCharacters, readReply } from './troupe.mjs'

const usage = `Usage: troupe-chat [<name or id of a character>] [--conversation <id>] [--url <address>]

Without a character, it lists your newest conversations. In a chat, type a message and press Enter.
  /again [what should differ]   another version of the last reply
  /new                          a new conversation with the same character
  /quit                         or Ctrl+D
Ctrl+C stops the reply that is being written.

TROUPE_URL  the address of the server; http://localhost:3000
TROUPE_KEY  an API key with the scope “chat”, from the account page of the server
`

/** What the server answers with when it does not do what it was asked. */
class Refusal extends Error {}

/** How often a reply is asked for again after the connection was lost, a second apart. */
const attempts = 10

const { values, positionals } = readArguments()
const baseUrl = (values.url ?? process.env.TROUPE_URL ?? 'http://localhost:3000').replace(/\/+$/, '')
const key = process.env.TROUPE_KEY ?? ''
const terminal = createInterface({ input: process.stdin, output: process.stdout, terminal: process.stdin.isTTY })
const lines = terminal[Symbol.asyncIterator]()
/** @type {(() => void) | null} Stops the reply that is being written. */
let stopReply = null

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { conversation: { type: 'string' }, url: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
    })
  } catch (error) {
    process.stderr.write(`${error.message}\n\n${usage}`)
    process.exit(2)
  }
}

async function chat() {
  let page = await openFirst()
  if (page === null) return
  show(page)
  for (;;) {
    const line = await ask('> ')
    if (line === null || line === '/quit') return
    const { id, characterId } = page.conversation
    const [command, ...rest] = line.split(' ')
    try {
      if (command === '/new') {
        page = await begin(characterId)
        show(page)
      } else if (command === '/again') {
        const messageId = (await open(id)).messages.findLast(({ role }) => role === 'character')?.id
        await receive(id, `/api/conversations/${id}/replies`, { messageId, hint: rest.join(' ') })
      } else if (command?.startsWith('/')) write(`${usage}\n`)
      else if (line.trim() !== '') await receive(id, '/api/chat', { characterId, conversationId: id, message: line })
    } catch (error) {
      // A message that was refused can be changed and sent again.
      write(`${printable(error.message)}\n`)
      if (!process.stdin.isTTY) throw error
    }
  }
}

/** The conversation that the arguments name, or that is chosen from a list; null at the end of the input. */
async function openFirst() {
  if (values.conversation) return open(values.conversation)
  const name = positionals.join(' ')
  if (name === '') {
    const conversations = await call('GET', '/api/conversations?limit=20')
    if (conversations.length === 0)
      throw new Error('You have no conversations yet. Name a character: troupe-chat <name>')
    const chosen = await choose(conversations, ({ title, characterName }) => `${characterName}: ${title}`)
    return chosen && open(chosen.id)
  }
  if (/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(name)) return begin(name)
  const characters = await findCharacters(call, name)
  if (characters.length === 0) throw new Error(`There is no character “${name}”. Try a part of the name.`)
  const chosen =
    characters.length === 1 ? characters[0] : await choose(characters, (one) => `${one.name}: ${one.description}`)
  return chosen && begin(chosen.id)
}

/** Asks for the number of one item of a list; null at the end of the input. */
async function choose(items, describe) {
  for (const [index, item] of items.entries()) write(`${index + 1}  ${printable(describe(item)).slice(0, 100)}\n`)
  for (;;) {
    const answer = await ask(`1–${items.length}: `)
    if (answer === null) return null
    const item = items[Number(answer) - 1]
    if (item) return item
  }
}

const open = (id) => call('GET', `/api/conversations/${encodeURIComponent(id)}?limit=6`)
const begin = (characterId) => call('POST', '/api/conversations', { characterId })

function show({ conversation, messages }) {
  write(`\n${printable(conversation.characterName)} · troupe-chat --conversation ${conversation.id}\n\n`)
  for (const { role, content } of messages) write(`${role === 'user' ? '> ' : ''}${printable(content)}\n\n`)
}

/** The next line of the input; null at its end. */
async function ask(prompt) {
  terminal.setPrompt(prompt)
  if (process.stdin.isTTY) terminal.prompt()
  const { done, value } = await lines.next()
  return done ? null : value
}

/** Sends a turn and writes its reply as it comes. A connection that is lost is made again: nothing is said twice. */
async function receive(conversationId, path, fields) {
  const body = { ...fields, clientMessageId: randomUUID() }
  let turn = null
  let text = ''
  let isStopped = false
  stopReply = () => {
    isStopped = true
    if (turn) stop(conversationId, turn)
  }
  const onTurn = (begun) => {
    turn = begun
    if (isStopped) stop(conversationId, turn)
  }
  const onText = (next) => {
    // After a lost connection the text comes again from its beginning.
    if (text.startsWith(next)) return
    write(printable(next.startsWith(text) ? next.slice(text.length) : `\n\n${next}`))
    text = next
  }
  try {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const { error } = await readReply(await request('POST', path, body), { onTurn, onText })
        write(error === null ? '\n\n' : `\n${printable(error)}\n\n`)
        return
      } catch (error) {
        if (error instanceof Refusal) throw error
      }
      if (attempt === attempts)
        throw new Error('The connection was lost. Your message may have arrived: open the conversation again.')
      await wait(1000)
    }
  } finally {
    stopReply = null
  }
}

function stop(conversationId, { messageId }) {
  call('POST', `/api/conversations/${conversationId}/replies/${messageId}/stop`).catch((error) =>
    write(`\n${printable(error.message)}\n`),
  )
}

async function call(method, path, body) {
  const response = await request(method, path, body, 'application/json').catch((error) => {
    if (error instanceof Refusal) throw error
    throw new Error(
      `${baseUrl} does not answer (${error.cause?.code ?? error.message}). Set TROUPE_URL to the address of the server.`,
    )
  })
  return response.status === 204 ? null : response.json()
}

async function request(method, path, body, accept = 'text/event-stream') {
  const headers = { authorization: `Bearer ${key}`, accept, ...(body && { 'content-type': 'application/json' }) }
  const response = await fetch(baseUrl + path, { method, headers, body: body && JSON.stringify(body) })
  if (response.ok) return response
  const { error } = await response.json().catch(() => ({}))
  throw new Refusal(error ?? `${baseUrl} answered ${response.status}. Is it a Troupe server?`)
}

/** The text without control characters, with which it could command the terminal. */
function printable(text) {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '')
}

function write(text) {
  process.stdout.write(text)
}

terminal.on('SIGINT', () => (stopReply ? stopReply() : terminal.close()))
try {
  if (values.help) write(usage)
  else if (key === '')
    throw new Error('Set TROUPE_KEY to an API key with the scope “chat”. You create it on the account page.')
  else await chat()
} catch (error) {
  process.stderr.write(`${printable(error.message)}\n`)
  process.exitCode = 1
} finally {
  terminal.close()
}
