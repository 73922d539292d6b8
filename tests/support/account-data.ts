import { openZip } from '#shared/open-zip.ts'

/** What the archive of an account has in `account.json`. */
export async function readAccountData(archive: Uint8Array): Promise<string> {
  const files = await openZip(archive)
  return new TextDecoder().decode(await files.find(({ path }) => path === 'account.json')?.read())
}

/** Downloads the archive of an account, and reads its `account.json`. */
export async function downloadAccountData<T>(client: { raw(path: string): Promise<Response> }): Promise<T> {
  const response = await client.raw('/api/auth/data')
  return JSON.parse(await readAccountData(new Uint8Array(await response.arrayBuffer()))) as T
}
