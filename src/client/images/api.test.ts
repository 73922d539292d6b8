import { expect, it } from 'vitest'
import { HttpError } from '#client/lib/http.ts'
import { readImage } from './api.ts'

const stream = (...frames: string[]) => new Response(frames.join(''))

it('reads the progress and the image', async () => {
  const progress: number[] = []
  const response = stream(
    ': heartbeat\n\n',
    'id: \nevent: progress\ndata: {"progress":0.4}\n\n',
    'id: \nevent: done\ndata: {"url":"/files/a.webp"}\n\n',
  )
  expect(await readImage(response, (value) => progress.push(value))).toEqual({ url: '/files/a.webp' })
  expect(progress).toEqual([0.4])
})

it('throws the error of the server, or that the connection ended', async () => {
  const body = { error: 'The image generator refused this description.', code: 'server_error', requestId: '1' }
  const failed = readImage(stream(`event: error\ndata: ${JSON.stringify(body)}\n\n`), () => {})
  await expect(failed).rejects.toThrow(HttpError)
  await expect(failed).rejects.toMatchObject({ body })
  await expect(readImage(stream('event: progress\ndata: {"progress":0.4}\n\n'), () => {})).rejects.toThrow(TypeError)
})
