import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AlertSocket, requestToken } from '#tests/support/alert-socket.ts'
import { raiseReport, signUpAdmin } from '#tests/support/moderation.ts'
import { type Client, createCharacter, type TestApp } from '#tests/support/test-app.ts'
import { connections, startTwoInstances, type TwoInstances } from '#tests/support/two-instances.ts'

describe.each(connections)('two instances %s', (connection) => {
  let instances: TwoInstances
  let first: TestApp
  let second: TestApp
  let admin: Client
  let author: Client
  let reader: Client

  beforeAll(async () => {
    instances = await startTwoInstances(connection)
    ;({ first, second } = instances)
    admin = await signUpAdmin(first, 'Mora')
    author = await first.signUp('author')
    reader = await first.signUp('reader')
  })
  afterAll(() => instances?.close())

  const report = async () => {
    const { id } = await createCharacter(author)
    return raiseReport(first, reader, { type: 'character', id })
  }

  test('an alert reaches the dashboards of both, and a reconnection to the other loses and repeats nothing', async () => {
    const socket = await AlertSocket.open(first, admin)
    const onSecond = await AlertSocket.open(second, admin)
    const flags = await Promise.all([report(), report(), report(), report()])
    for (const { take } of [socket, onSecond].map((each) => ({ take: () => each.take() }))) {
      for (const _ of flags) await take()
    }
    expect(onSecond.received.slice(1)).toEqual(socket.received.slice(1))
    expect(new Set(socket.alertedFlags)).toEqual(new Set(flags))
    socket.socket.terminate()
    const missed = await report()
    const moved = await AlertSocket.open(second, admin, socket.lastId)
    expect(await moved.take()).toMatchObject({ type: 'flag_alert', flag: { id: missed } })
    for (const each of [onSecond, moved]) each.socket.terminate()
  })

  test('a token of one admits one socket of both', async () => {
    for (let round = 0; round < 5; round++) {
      const adminToken = await requestToken(admin)
      const sockets = [first, second].map((app) => new AlertSocket(app))
      for (const socket of sockets) {
        await once(socket.socket, 'open')
        socket.send({ type: 'auth', adminToken })
      }
      const results = await Promise.all(
        sockets.map((socket) =>
          Promise.race([
            socket.closed,
            socket.take().then(
              ({ type }) => type,
              () => socket.closed,
            ),
          ]),
        ),
      )
      expect(results.toSorted()).toEqual([4003, 'auth_success'])
      for (const { socket } of sockets) socket.terminate()
    }
  })
})
