import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import pLimit from 'p-limit'
import { CardError } from '#engine/cards/card.ts'
import { imageOfCard, listUnused, suggestRating } from '#engine/cards/describe-card.ts'
import { fileUri, findPicture, isCharx, readCard, readCharx } from '#engine/cards/read-card.ts'
import { iconPath, withMainIcon, writeCardJson, writeCardPng, writeCharx } from '#engine/cards/write-card.ts'
import type { Context } from '#server/core/context.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { fieldError, notFound, orNotFound } from '#server/http/api-error.ts'
import { attachmentHeader } from '#server/http/attachment-header.ts'
import { boundWork } from '#server/http/bounded-work.ts'
import { handleRoutes } from '#server/http/handle-routes.ts'
import { discardRest, readChunks } from '#server/http/read-chunks.ts'
import { readUpload } from '#server/http/read-upload.ts'
import { packZip } from '#server/http/write-zip.ts'
import { type CardPreview, cardApi, cardLimits } from '#shared/character-cards.ts'
import { characterTexts } from '#shared/characters.ts'
import { characterScope, getAccessibleCharacter } from '../character-scope.ts'
import { findReadableCharacter } from '../queries.ts'
import { viewOwnCharacter } from '../view.ts'
import { listFound, readFields, readRating, writeFields } from './card-fields.ts'
import { openArchive, readFiles, storeFiles } from './card-files.ts'
import { addPictures, type CardImages, takePictures, withoutAddresses } from './card-pictures.ts'
import { findCard } from './queries.ts'

/** Any of these is a file: what it is, its bytes say. */
const fileTypes = [
  ...['application/json', 'application/octet-stream', 'application/zip', 'application/x-zip-compressed'],
  ...['image/png', 'image/apng', 'image/jpeg'],
]
const upload = {
  max: cardLimits.file,
  messages: {
    missing: 'Send the character card as a form with one file, named "file".',
    tooHeavy: `This file is too large: a character card can have up to ${cardLimits.file / 1_000_000} MB.`,
  },
}

async function acceptFiles(app: FastifyInstance): Promise<void> {
  app.removeAllContentTypeParsers()
  await app.register(multipart, { throwFileSizeLimit: true })
  // The body is read once there is room for it.
  app.addContentTypeParser(fileTypes, (_request, _payload, done) => done(null))
}

/** Seconds for which a browser keeps a background: it stays the same as long as the character. */
const backgroundAge = 24 * 60 * 60

/** Character cards in and out. */
export function cardRoutes(context: Context, images: CardImages) {
  // At most `max` files are in memory. They are processed one after the other.
  const runImport = boundWork({
    max: 12,
    maxPerAccount: 4,
    maxRunning: 12,
    message: 'Too many character cards are being imported at the moment. Please try again in a few seconds.',
  })
  const queue = pLimit(1)
  return handleRoutes(cardApi, async (app) => {
    await acceptFiles(app)
    return {
      'POST /api/characters/import': (request) =>
        runImport(request.viewer.id, async () => {
          const file = request.isMultipart() ? await readUpload(request, upload) : await readBody(request)
          return queue(() => previewCard(context, images, request.viewer, file))
        }).finally(() => discardRest(request.raw)),
      'GET /api/characters/:id/card.json': async ({ viewer, params }, reply) => {
        const { character, card } = await readExport(context, viewer, params.id)
        reply.header('content-disposition', attachmentHeader(character.name, 'json'))
        return reply.type('application/json; charset=utf-8').send(writeCardJson(withoutAddresses(card)))
      },
      'GET /api/characters/:id/card.png': async ({ viewer, params }, reply) => {
        const { character, card, files, hasOwnIcon } = await readWhole(context, images, viewer, params.id)
        const whole = files.length === 0 || hasOwnIcon ? card : withMainIcon(card, imageOfCard)
        const png = writeCardPng(await images.readPng(character.avatar), whole, files)
        reply.header('content-disposition', attachmentHeader(character.name, 'png'))
        return reply.type('image/png').send(Buffer.from(png.buffer))
      },
      'GET /api/characters/:id/card.charx': async ({ viewer, params }, reply) => {
        const { character, card, files, hasOwnIcon } = await readWhole(context, images, viewer, params.id)
        const charx = hasOwnIcon
          ? writeCharx(card, files)
          : writeCharx(withMainIcon(card, fileUri + iconPath), [
              ...files.filter(({ path }) => path !== iconPath),
              { path: iconPath, bytes: await images.readPng(character.avatar) },
            ])
        reply.header('content-disposition', attachmentHeader(character.name, 'charx'))
        return reply.type('application/zip').send(await packZip(charx))
      },
      'GET /api/characters/:id/background': async ({ viewer, params }, reply) => {
        const row = await getAccessibleCharacter(context, viewer, params.id)
        const card = await findCard(context.db, row.id)
        const image = card && findPicture(card, 'background', (await readFiles(context.db, row.card_file)).files)
        if (!image) throw notFound()
        reply.header('cache-control', `private, max-age=${backgroundAge}`)
        return reply.type('image/webp').send(await images.toWebp(image))
      },
    }
  })
}

const readBody = async ({ raw, routeOptions }: FastifyRequest): Promise<Uint8Array> =>
  Buffer.concat(await readChunks(raw, routeOptions.bodyLimit))

async function previewCard(
  context: Context,
  images: CardImages,
  viewer: Viewer,
  file: Uint8Array,
): Promise<CardPreview> {
  try {
    const { notes, ...whole } = isCharx(file) ? await readCharx(await openArchive(file)) : readCard(file)
    const { card, files, left, expressions, background, notes: ofPictures } = await takePictures(images, viewer, whole)
    const { fields: ofCard, notes: ofFields } = readFields(card)
    const fields = { ...ofCard, expressions, background }
    const cardFile = files.length === 0 ? null : await storeFiles(context, viewer.id, files)
    const icon = findPicture(card, 'icon', files)
    const text = characterTexts.flatMap((name) => fields[name]).join('\n')
    return {
      fields,
      suggestedRating: readRating(card) ?? suggestRating(card.data, text),
      found: listFound(card, fields, left.files.length),
      unused: listUnused(left.card),
      notes: [...notes, ...ofFields, ...ofPictures, ...(files.length > 0 && !cardFile ? [noRoom] : [])],
      card: JSON.stringify(card),
      cardFile,
      icon: icon && Buffer.from(icon).toString('base64'),
    }
  } catch (error) {
    if (error instanceof CardError) throw fieldError('file', error.message)
    throw error
  }
}

const noRoom = `The files that came with the card cannot be kept: all your cards together can have ${cardLimits.perAccount / 1_000_000} MB.`

/** A character that the viewer may export: an own one, or one of an author who allows it. */
async function readExport(context: Context, viewer: Viewer, id: string) {
  const row = orNotFound(await findReadableCharacter(context.db, characterScope(context, viewer), id))
  const isAllowed = row.is_definition_public === 1 && row.is_export_allowed === 1
  if (row.owner_id !== viewer.id && !isAllowed) throw notFound()
  const character = viewOwnCharacter(row, viewer)
  const stored = await findCard(context.db, id)
  return { row, character, stored, card: writeFields(stored, character) }
}

/** As `readExport`, with the card's files, and whether the character's picture is the main icon among them. */
async function readWhole(context: Context, images: CardImages, viewer: Viewer, id: string) {
  const { row, character, stored, card } = await readExport(context, viewer, id)
  const { files, avatar } = await readFiles(context.db, row.card_file)
  const hasOwnIcon = row.avatar === avatar && stored !== null && findPicture(stored, 'icon', files) !== null
  return { character, hasOwnIcon, ...(await addPictures(images, character, { card, files })) }
}
