import type { FastifyInstance, FastifyRequest } from 'fastify'
import { CardError } from '#engine/cards/card.ts'
import { listUnused, suggestRating } from '#engine/cards/describe-card.ts'
import { readCard } from '#engine/cards/read-card.ts'
import { writeCardJson, writeCardPng } from '#engine/cards/write-card.ts'
import type { Context } from '#server/core/context.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { fieldError, notFound } from '#server/http/api-error.ts'
import { attachmentHeader } from '#server/http/attachment-header.ts'
import { handleRoutes } from '#server/http/handle-routes.ts'
import { readChunks } from '#server/http/read-chunks.ts'
import { type CardPreview, cardApi } from '#shared/character-cards.ts'
import { characterTexts } from '#shared/characters.ts'
import { characterScope } from '../character-scope.ts'
import { findReadableCharacter } from '../queries.ts'
import { viewOwnCharacter } from '../view.ts'
import { readFields, readRating, writeFields } from './card-fields.ts'
import { findCard } from './queries.ts'

/** Any of these is a file: what it is, its bytes say. */
const fileTypes = ['application/json', 'application/octet-stream', 'image/png', 'image/apng']

function takeFiles(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(fileTypes, async ({ raw, routeOptions }: FastifyRequest) =>
    Buffer.concat(await readChunks(raw, routeOptions.bodyLimit)),
  )
}

/** Character cards in and out. `readPng` draws the image of a character as a PNG. */
export function cardRoutes(context: Context, { readPng }: { readPng: (avatar: string) => Promise<Uint8Array> }) {
  return handleRoutes(cardApi, (app) => {
    takeFiles(app)
    return {
      'POST /api/characters/import': ({ body }) => previewCard((body as Uint8Array | undefined) ?? new Uint8Array()),
      'GET /api/characters/:id/card.json': async ({ viewer, params }, reply) => {
        const { character, card } = await readExport(context, viewer, params.id)
        reply.header('content-disposition', attachmentHeader(character.name, 'json'))
        return reply.type('application/json; charset=utf-8').send(writeCardJson(card))
      },
      'GET /api/characters/:id/card.png': async ({ viewer, params }, reply) => {
        const { character, card } = await readExport(context, viewer, params.id)
        const png = writeCardPng(await readPng(character.avatar), card)
        reply.header('content-disposition', attachmentHeader(character.name, 'png'))
        return reply.type('image/png').send(Buffer.from(png.buffer))
      },
    }
  })
}

function previewCard(file: Uint8Array): CardPreview {
  try {
    const { card, notes } = readCard(file)
    const { fields, notes: more } = readFields(card)
    const text = characterTexts.flatMap((name) => fields[name]).join('\n')
    return {
      fields,
      suggestedRating: readRating(card) ?? suggestRating(card.data, text),
      unused: listUnused(card),
      notes: [...notes, ...more],
      card: JSON.stringify(card),
    }
  } catch (error) {
    if (error instanceof CardError) throw fieldError('file', error.message)
    throw error
  }
}

/** A character that the viewer may export: an own one, or one of an author who allows it. */
async function readExport(context: Context, viewer: Viewer, id: string) {
  const row = await findReadableCharacter(context.db, characterScope(context, viewer), id)
  if (!row) throw notFound()
  const isAllowed = row.is_definition_public === 1 && row.is_export_allowed === 1
  if (row.owner_id !== viewer.id && !isAllowed) throw notFound()
  const character = viewOwnCharacter(row, viewer)
  return { character, card: writeFields(await findCard(context.db, id), character) }
}
