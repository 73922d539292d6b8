import { inflateRawSync } from 'node:zlib'
import { readZip } from '#engine/cards/zip.ts'

/** What the archive of an account has in `account.json`. */
export function readAccountData(archive: Uint8Array): string {
  const files = readZip(archive, (data) => inflateRawSync(data))
  const bytes = files.find(({ path }) => path === 'account.json')?.read()
  return new TextDecoder().decode(bytes)
}

/** Downloads the archive of an account, and reads its `account.json`. */
export async function downloadAccountData<T>(client: { raw(path: string): Promise<Response> }): Promise<T> {
  const response = await client.raw('/api/auth/data')
  return JSON.parse(readAccountData(new Uint8Array(await response.arrayBuffer()))) as T
}
