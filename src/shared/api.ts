import type { z } from 'zod'
import type { folderApi } from './folders.ts'
import type { quickReplyApi } from './quick-replies.ts'

/** All routes, by method and address. The client imports the type only, so that it loads no schema. */
type Api = typeof folderApi & typeof quickReplyApi

export type RouteName = keyof Api

type Input<Name extends RouteName, Part extends 'params' | 'query' | 'body'> =
  Api[Name] extends Record<Part, infer Schema extends z.ZodType>
    ? object extends z.input<Schema>
      ? { [P in Part]?: z.input<Schema> }
      : { [P in Part]: z.input<Schema> }
    : unknown

/** What a request to the route carries. */
export type RequestOf<Name extends RouteName> = Input<Name, 'params'> & Input<Name, 'query'> & Input<Name, 'body'>

/** What the route answers with; nothing if that is empty. */
export type ResponseOf<Name extends RouteName> =
  Api[Name] extends Record<'response', infer Schema extends z.ZodType> ? z.output<Schema> : undefined
