import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect } from 'vitest'
import type { Client, TestApp } from './test-app.ts'

/**
 * Sends the head of a POST request; resolves with its connection once the server has asked for the body. What the server
 * sends after that is still to be read from it.
 */
export async function beginRequest(
  app: TestApp,
  client: Client,
  path: string,
  body: { type: string; length: number },
): Promise<Socket> {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1')
  const head = [
    `POST ${path} HTTP/1.1`,
    'host: x',
    `cookie: ${client.cookie}`,
    `content-type: ${body.type}`,
    `content-length: ${body.length}`,
    'expect: 100-continue',
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  await once(socket, 'readable')
  const [interim = '', ...rest] = String(socket.read()).split('\r\n\r\n')
  expect(interim).toContain('100 Continue')
  socket.unshift(rest.join('\r\n\r\n'))
  return socket
}
