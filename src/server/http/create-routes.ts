import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'

type TypedInstance = ReturnType<typeof withTypes>

const withTypes = (instance: FastifyInstance) => instance.withTypeProvider<ZodTypeProvider>()

/** A plugin of routes whose requests and responses have the types of their schemas. */
export function createRoutes(register: (app: TypedInstance) => void | Promise<void>) {
  return async (instance: FastifyInstance): Promise<void> => register(withTypes(instance))
}
