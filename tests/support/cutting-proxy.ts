import { createServer, request, type Server } from 'node:http'

/** A proxy of a server that cuts the first stream of a reply after its first text. */
export function createCuttingProxy(url: string): Server & { cuts: number } {
  const proxy = createServer((incoming, outgoing) => {
    const { method, headers } = incoming
    const sent = request(url + incoming.url, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 0, answer.headers)
      answer.on('data', (chunk: Buffer) => {
        outgoing.write(chunk)
        if (cutting.cuts > 0 || !chunk.includes('event: delta')) return
        cutting.cuts += 1
        outgoing.destroy()
      })
      answer.on('end', () => outgoing.end())
    })
    incoming.pipe(sent)
  })
  const cutting = Object.assign(proxy, { cuts: 0 })
  return cutting
}
