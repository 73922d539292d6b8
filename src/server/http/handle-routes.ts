import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { ParamNames, Route } from '#shared/routes.ts'

type Declared = Record<string, Route & Pick<FastifyContextConfig, 'limit'>>

type Given<R, Part extends string> = R extends Record<Part, infer Schema extends z.ZodType> ? z.output<Schema> : unknown
/** Of a route without a response: nothing, which is sent as 204, or what the handler has sent itself. */
type Answer<R> =
  R extends Record<'response', infer Schema extends z.ZodType>
    ? z.input<Schema> | FastifyReply | Promise<z.input<Schema> | FastifyReply>
    : FastifyReply | Promise<void> | Promise<FastifyReply | undefined>

/** Ids, unless the route says what its parameters are. */
type Params<R, Name> =
  R extends Record<'params', z.ZodType> ? Given<R, 'params'> : Record<ParamNames<Name & string>, string>

type Handler<R, Name> = (
  request: FastifyRequest<{ Params: Params<R, Name>; Querystring: Given<R, 'query'>; Body: Given<R, 'body'> }>,
  reply: FastifyReply,
) => Answer<R>

type Handlers<Api> = { [Name in keyof Api]: Handler<Api[Name], Name> }

/** A plugin that handles all routes of a subject, as `shared` declares them. */
export function handleRoutes<const Api extends Declared>(
  api: Api,
  createHandlers: (app: FastifyInstance) => Handlers<Api> | Promise<Handlers<Api>>,
) {
  return async (app: FastifyInstance): Promise<void> => {
    const handlers = (await createHandlers(app)) as Record<string, Handler<Route, never>>
    for (const [name, route] of Object.entries(api)) {
      const { params, query, body, response, status, bodyLimit, ...config } = route
      const statuses = [status ?? 200].flat()
      const [method = '', url = ''] = name.split(' ')
      const ids = [...url.matchAll(/:(\w+)/g)].map(([, id = '']) => [id, z.string().max(64)])
      app.route({
        method,
        url,
        config,
        schema: {
          ...(ids.length > 0 && { params: params ?? z.object(Object.fromEntries(ids)) }),
          ...(query && { querystring: query }),
          ...(body && { body }),
          ...(response && { response: Object.fromEntries(statuses.map((status) => [status, response])) }),
        },
        ...(bodyLimit && { bodyLimit }),
        async handler(request, reply) {
          reply.status(statuses[0] ?? 200)
          const answer = await handlers[name]?.(request, reply)
          return answer === undefined && !reply.sent ? reply.status(204).send() : answer
        },
      })
    }
  }
}
