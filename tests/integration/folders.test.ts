import { beforeEach, expect, test } from 'vitest'
import type { Conversation } from '#shared/chat.ts'
import { type Folder, folderLimits } from '#shared/folders.ts'
import { openZip } from '#shared/open-zip.ts'
import { downloadAccountData } from '#tests/support/account-data.ts'
import { fillConversation } from '#tests/support/long-conversation.ts'
import {
  type ApiResponse,
  type Client,
  createCharacter,
  createSharedApp,
  waitForReplies,
} from '#tests/support/test-app.ts'

let player: Client

const app = await createSharedApp()
const character = await createCharacter(await app.signUp('author'), { name: 'Wren' })
beforeEach(async () => {
  player = await app.signUp()
})

const create = (name: string) => player.post<Folder>('/api/folders', { name })
const folders = () => player.get<Folder[]>('/api/folders')
const patch = (id: string, changes: object, client = player) =>
  client.request('PATCH', `/api/conversations/${id}`, changes)

async function begin(title: string): Promise<string> {
  const { conversationId } = await player.chat(character.id, title)
  await patch(conversationId, { title })
  return conversationId
}

async function list(query = ''): Promise<string[]> {
  const found = await player.get<Conversation[]>(`/api/conversations?${query}`)
  return found.map(({ title }) => title)
}

test('a conversation is put into a folder, found by it, and taken out', async () => {
  const [first] = [await begin('The lighthouse'), await begin('The harbour')]
  const { id: folderId, ...folder } = await create('  Sea   stories ')
  expect(folder).toEqual({ name: 'Sea stories', count: 0 })
  expect((await patch(first, { folderId })).body).toMatchObject({ conversation: { id: first, folderId } })
  expect(await folders()).toEqual([{ id: folderId, name: 'Sea stories', count: 1 }])
  expect(await list(`folderId=${folderId}`)).toEqual(['The lighthouse'])
  expect(await list(`folderId=${folderId}&search=harbour`)).toEqual([])
  expect(await list()).toEqual(['The harbour', 'The lighthouse'])
  await patch(first, { folderId: null })
  expect(await list(`folderId=${folderId}`)).toEqual([])
})

test('a folder is renamed, and deleted without its conversations', async () => {
  const conversation = await begin('The lighthouse')
  const { id: folderId } = await create('Sea')
  await patch(conversation, { folderId })
  expect((await player.request('PATCH', `/api/folders/${folderId}`, { name: 'Shore' })).status).toBe(204)
  expect(await folders()).toEqual([{ id: folderId, name: 'Shore', count: 1 }])
  expect((await player.request('DELETE', `/api/folders/${folderId}`)).status).toBe(204)
  expect(await folders()).toEqual([])
  const [kept] = await player.get<Conversation[]>('/api/conversations')
  expect(kept).toMatchObject({ id: conversation, folderId: null })
})

test('two folders of an account cannot have the same name', async () => {
  await create('Éclairs')
  const { id } = await create('Others')
  const refused = { status: 400, body: { code: 'bad_request' } }
  expect(await player.request('POST', '/api/folders', { name: 'eclairs' })).toMatchObject(refused)
  expect(await player.request('PATCH', `/api/folders/${id}`, { name: 'ECLAIRS' })).toMatchObject(refused)
  expect(await player.request('POST', '/api/folders', { name: '   ' })).toMatchObject({ status: 400 })
  expect((await player.request('PATCH', `/api/folders/${id}`, { name: 'others' })).status).toBe(204)
  await (await app.signUp()).post('/api/folders', { name: 'Éclairs' })
})

test('an account has a limited number of folders, also when 20 requests race for the last ones', async () => {
  for (let count = 5; count < folderLimits.count; count += 1) await create(`Folder ${count}`)
  const requests = Array.from({ length: 20 }, (_, index) =>
    player.request('POST', '/api/folders', { name: `One more ${index}` }),
  )
  const statuses = (await Promise.all(requests)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 201)).toHaveLength(5)
  expect(statuses.filter((status) => status === 400)).toHaveLength(15)
  expect(await folders()).toHaveLength(folderLimits.count)
})

test('another user’s folder and conversation cannot be used', async () => {
  const conversation = await begin('Mine')
  const { id: folderId } = await create('Mine')
  const other = await app.signUp()
  expect((await patch(conversation, { folderId }, other)).status).toBe(404)
  const theirs = await other.chat(character.id, 'Theirs')
  expect((await patch(theirs.conversationId, { folderId }, other)).status).toBe(404)
  expect((await patch(conversation, { folderId: 'none' })).status).toBe(404)
  expect((await other.request('PATCH', `/api/folders/${folderId}`, { name: 'Theirs' })).status).toBe(404)
  expect((await other.request('DELETE', `/api/folders/${folderId}`)).status).toBe(404)
  expect(await other.get('/api/folders')).toEqual([])
})

test('the list is sorted by its last message, its name or its length, a page at a time', async () => {
  const [, , long] = [await begin('banana'), await begin('Äpfel'), await begin('cherry')]
  await waitForReplies(app)
  await fillConversation(app.context, long, 10)
  expect(await list('sort=recent')).toEqual(['cherry', 'Äpfel', 'banana'])
  expect(await list('sort=oldest')).toEqual(['banana', 'Äpfel', 'cherry'])
  expect(await list('sort=name')).toEqual(['Äpfel', 'banana', 'cherry'])
  expect((await list('sort=messages'))[0]).toBe('cherry')
  expect(await list('sort=name&search=an')).toEqual(['banana'])
  const pages: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: ApiResponse<Conversation[]> = await player.request<Conversation[]>(
      'GET',
      `/api/conversations?sort=name&limit=2&cursor=${cursor}`,
    )
    pages.push(...page.body.map(({ title }) => title))
    cursor = page.headers.get('x-next-cursor')
  }
  expect(pages).toEqual(['Äpfel', 'banana', 'cherry'])
  expect((await player.request('GET', '/api/conversations?sort=size')).status).toBe(400)
})

test('folders are in the download of the account and are erased with it', async () => {
  const { id } = await create('Sea')
  const data = await downloadAccountData<{ folders: unknown[] }>(player)
  expect(data.folders).toEqual([{ id, name: 'Sea', createdAt: expect.any(Number) }])
})

test('several conversations are changed, exported, deleted and restored at once; others stay as they are', async () => {
  const foreign = await begin('Somebody else’s')
  player = await app.signUp()
  const [first, second] = [await begin('The lighthouse'), await begin('The harbour')]
  await begin('The cellar')
  await waitForReplies(app)
  const { id: folderId } = await create('Sea')
  const ids = [first, second, foreign, 'unknown', first]
  const change = (change: object, chosen = ids) =>
    player.request<{ changed: string[] }>('POST', '/api/conversations/bulk', { ids: chosen, change })
  for (const one of [{ folderId }, { archived: true }]) {
    expect(await change(one)).toMatchObject({ status: 200, body: { changed: [first, second] } })
  }
  expect([await list(), await list(`folderId=${folderId}&show=archived`)]).toEqual([
    ['The cellar'],
    ['The harbour', 'The lighthouse'],
  ])
  await change({ archived: false })

  const archive = await player.raw(`/api/conversations/export?ids=${ids.join(',')}&format=markdown`)
  expect(archive.headers.get('content-disposition')).toMatch(/filename="Conversations .*\.zip"/)
  const files = await openZip(new Uint8Array(await archive.arrayBuffer()))
  const day = new Date(app.clock.now()).toISOString().slice(0, 10)
  expect(files.map(({ path }) => path)).toEqual([`1 Wren ${day}.md`, `2 Wren ${day}.md`])
  expect(new TextDecoder().decode(await files[0]?.read())).toContain('The harbour')

  await change({ deleted: true })
  expect(await list()).toEqual(['The cellar'])
  await change({ deleted: false })
  expect(await list()).toEqual(['The cellar', 'The harbour', 'The lighthouse'])
  expect((await change({ archived: true }, [foreign])).status).toBe(404)
  expect((await change({ folderId: 'unknown' })).status).toBe(404)
  const many = Array.from({ length: 101 }, (_, index) => `${index}`)
  for (const bad of [{}, { archived: true, deleted: true }]) expect((await change(bad)).status).toBe(400)
  expect((await change({ archived: true }, many)).status).toBe(400)
  expect((await player.request('GET', `/api/conversations/export?ids=${many.join(',')}`)).status).toBe(400)
})
