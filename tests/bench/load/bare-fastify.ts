import { readFileSync } from 'node:fs'
import { fastify } from 'fastify'

/** The least a Fastify server can do: a route that sends the bytes of a file. No hooks, no session, no serializer. */
const body = readFileSync(process.argv[2] ?? '')

const app = fastify()
app.get('/', (_request, reply) => reply.type('application/json; charset=utf-8').send(body))
const address = await app.listen({ host: '127.0.0.1', port: 0 })
console.log(new URL(address).port)
