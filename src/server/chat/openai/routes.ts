import { isBlank } from '#engine/is-blank.ts'
import { characterScope, getAccessibleCharacter } from '#server/characters/character-scope.ts'
import { readGalleryPage } from '#server/characters/gallery/read-gallery.ts'
import { listOwnCharacters, readCharacterNames } from '#server/characters/queries.ts'
import { getChatCharacter } from '#server/characters/screen-character.ts'
import type { Context } from '#server/core/context.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { ApiError, fieldError } from '#server/http/api-error.ts'
import { handleRoutes } from '#server/http/handle-routes.ts'
import { createStreamLimiter } from '#server/http/stream-limit.ts'
import { assertClassified, screenText } from '#server/screening/screen-text.ts'
import { galleryLimits } from '#shared/character-terms.ts'
import { ChatRequest, chatLimits } from '#shared/chat.ts'
import { foldText } from '#shared/fold-text.ts'
import { newestOf } from '#shared/newest-of.ts'
import { type Notes, NotesRequest } from '#shared/notes.ts'
import { type CompletionRequest, type Model, openaiApi, systemText } from '#shared/openai.ts'
import { listConversationCharacters } from '../conversations/list/queries.ts'
import type { ChatDeps } from '../replies/chat-deps.ts'
import type { ReplySubscriber } from '../replies/live-reply.ts'
import { stopReply } from '../replies/stop-reply.ts'
import { findReplySource, type ReplySource, turnSource } from '../replies/stream-reply.ts'
import { findScene, nameIn } from '../scenes/scene.ts'
import { speak } from '../speech/ask-voices.ts'
import { sendSound, signalOf } from '../speech/routes.ts'
import type { SpeechDeps } from '../speech/speech-deps.ts'
import { getOwnConversation } from '../tree/get-own-conversation.ts'
import { answerHistory } from '../turns/answer-history.ts'
import { assertNotDraining } from '../turns/begin-turn.ts'
import { findNewestAfter } from '../turns/queries.ts'
import { sendMessage } from '../turns/send-message.ts'
import { type CompletionSource, sendCompletion } from './send-completion.ts'

/** OpenAI's protocol: the characters as models, chats with them, and the connected voices. */
export function openaiRoutes(chat: SpeechDeps) {
  const { context } = chat
  return handleRoutes(openaiApi, () => {
    const limitStreams = createStreamLimiter(context)
    return {
      'GET /v1/models': async ({ viewer }) => ({ object: 'list' as const, data: await listModels(context, viewer) }),
      'GET /v1/models/:model': async ({ viewer, params }) => {
        const { id, name } = await getAccessibleCharacter(context, viewer, characterIdOf(params.model)).catch(noModel)
        return viewModel([id, name])
      },
      'POST /v1/chat/completions': async (request, reply) => {
        const { viewer, body, headers } = request
        if (body.stream) limitStreams(viewer.id, reply)
        const send = (source: CompletionSource) =>
          sendCompletion({ request, reply, body, now: context.clock.now() }, source)
        const conversationId = headers['x-conversation'] ?? body.metadata?.conversation
        if (conversationId === undefined) return send(await answer(chat, viewer, body))
        // Its message is stored, whatever becomes of the reply: a client that sends it again would say it twice.
        const key = String(headers['idempotency-key'] ?? '')
        const source = await join(chat, viewer, body, { conversationId: String(conversationId), key })
        reply.header('x-should-retry', 'false')
        return send(source)
      },
      'POST /v1/audio/speech': async ({ viewer, body: { input: text, voice } }, reply) => {
        const screened = { surface: 'message', text, author: viewer, field: 'input' } as const
        screenText(context, screened)
        await assertClassified(context, screened)
        return sendSound(reply, await speak(chat, viewer, { text, voice, signal: signalOf(reply) }))
      },
    }
  })
}

/** The most of each kind: clients show the whole list. */
const most = { own: 200, met: 200, gallery: galleryLimits.max }

/** The characters that the viewer may chat with, as models: their own, those they have chatted with, and the trending ones. */
async function listModels(context: Context, viewer: Viewer): Promise<Model[]> {
  const { db } = context
  const scope = characterScope(context, viewer)
  const [own, met, gallery] = await Promise.all([
    listOwnCharacters(db, scope, { limit: most.own, after: null }),
    listConversationCharacters(db, viewer.id, most.met),
    readGalleryPage(context, scope, { search: '', sort: 'trending', limit: most.gallery, after: null }),
  ])
  const names = await readCharacterNames(
    db,
    scope,
    met.map(({ id }) => id),
  )
  const usable = own.filter(({ content_rating }) => scope.own.includes(content_rating))
  const named = (rows: { id: string; name: string }[]) => rows.map(({ id, name }) => [id, name] as const)
  return [...new Map([...named(usable), ...names, ...named(gallery.rows)])].map(viewModel)
}

/** Clients that show nothing but ids show a name this way. */
function viewModel([id, name]: readonly [id: string, name: string]): Model {
  const slug = foldText(name).replaceAll(/[^a-z0-9]+/g, '-')
  return { id: `${slug}-${id}`.replace(/^-/, ''), object: 'model', created: createdAt(id), owned_by: 'troupe', name }
}

const idLength = 36

/** The id of the character that a model is. */
const characterIdOf = (model: string): string => model.slice(-idLength)

/** In seconds: an id begins with its time in milliseconds. */
const createdAt = (id: string): number =>
  Math.floor(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16) / 1000) || 0

function noModel(error: unknown): never {
  if (!(error instanceof ApiError) || error.code !== 'not_found') throw error
  const message =
    'There is no character with this id, or you may not chat with it. GET /v1/models lists some that you may.'
  throw new ApiError('not_found', { message, details: { fields: { model: message } } })
}

const optionsOf = ({ max_completion_tokens, max_tokens, stop }: CompletionRequest) => ({
  maxTokens: max_completion_tokens ?? max_tokens ?? undefined,
  stop,
})

/** Answers the messages of the client. Nothing is stored. */
async function answer(chat: ChatDeps, viewer: Viewer, body: CompletionRequest): Promise<ReplySource> {
  assertNotDraining(chat)
  const character = await getChatCharacter(chat.context, viewer, characterIdOf(body.model), null).catch(noModel)
  const said = body.messages.flatMap(({ role, content }) =>
    role === 'user' || role === 'assistant' ? [{ role, content }] : [],
  )
  const last = said.at(-1)
  const message = last?.role === 'user' ? last.content : ''
  // What a client sends of a chat grows without end.
  const history = newestOf(message === '' ? said : said.slice(0, -1), chatLimits)
  return answerHistory(chat, viewer, character, { history, message, notes: readNotes(body), ...optionsOf(body) })
}

/** System messages are the author's note. */
function readNotes({ messages }: CompletionRequest): Notes | null {
  const texts = messages.flatMap(({ role, content }) => (role === 'system' || role === 'developer' ? [content] : []))
  const { data: note, error } = systemText.safeParse(texts.join('\n\n'))
  if (note === undefined) throw fieldError('messages', error?.issues[0]?.message ?? '')
  return isBlank(note) ? null : { ...NotesRequest.parse({}), note, depth: noteDepth }
}

/** How many messages come after it: at the end of the prompt, it would outweigh the character. */
const noteDepth = 4

/** Sends the last message into a conversation. A client that disconnects stops the reply, which stays as far as it came. */
async function join(
  chat: ChatDeps,
  viewer: Viewer,
  body: CompletionRequest,
  { conversationId, key }: { conversationId: string; key: string },
): Promise<CompletionSource> {
  const characterId = characterIdOf(body.model)
  const { role, content: message = '' } = body.messages.at(-1) ?? {}
  if (role !== 'user' || isBlank(message)) throw fieldError('messages', 'The last message has to be what you say.')
  const sent = ChatRequest.parse({ characterId, message })
  const clientMessageId = /^.{8,64}$/.test(key) ? { clientMessageId: key } : {}
  const request = { ...sent, ...clientMessageId, conversationId }
  const turn = await sendMessage(chat, viewer, request, optionsOf(body)).catch(async (error: unknown) => {
    if (!(error instanceof ApiError) || error.code !== 'not_found') throw error
    const { character_id } = await getOwnConversation(chat.context.db, viewer, conversationId)
    if (character_id === characterId) throw error
    throw fieldError('model', 'This conversation is with another character. Send the id of its character as the model.')
  })
  return joined(chat, viewer, turnSource(chat, turn))
}

/** A reply of a conversation. In a scene it begins with the name of who speaks, and the replies of others can follow. */
async function joined(chat: ChatDeps, viewer: Viewer, source: ReplySource): Promise<CompletionSource> {
  const { context } = chat
  const { conversationId, messageId, speakerId } = source.turn
  const getConversation = () => getOwnConversation(context.db, viewer, conversationId)
  const stop = async () => stopReply(chat, (await getConversation()).id, messageId)
  const stoppable = {
    ...source,
    subscribe(from: number, subscriber: ReplySubscriber) {
      const unsubscribe = source.subscribe(from, subscriber)
      return () => {
        unsubscribe()
        stop().catch((error: unknown) => context.log.error({ err: error, reply: messageId }, 'a reply was not stopped'))
      }
    },
  }
  if (speakerId === undefined) return stoppable
  const conversation = await getConversation()
  const scene = await findScene(context, context.db, viewer, conversation)
  return {
    ...stoppable,
    label: scene ? `${nameIn(scene)(speakerId)}: ` : '',
    async findNext(next) {
      // A reply that had ended before it was asked for does not say what follows.
      const row = next === undefined ? await findNewestAfter(context.db, conversation.id, messageId) : undefined
      const id = next?.messageId ?? (row?.role === 'character' ? row.id : undefined)
      return id ? joined(chat, viewer, await findReplySource(chat, conversation.id, id)) : undefined
    },
  }
}
