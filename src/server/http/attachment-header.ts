/** The header `content-disposition` of a file to download, with its name in ASCII and in UTF-8 (RFC 6266). */
export function attachmentHeader(title: string, extension: string): string {
  const name = `${title.replaceAll(/[\p{C}/\\:*?"<>|]+/gu, ' ').trim() || 'Untitled'}.${extension}`
  const ascii = name.replaceAll(/[^\x20-\x7e]+/g, '_')
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encodeRfc8187(name)}`
}

/** As RFC 8187 (3.2.1): `encodeURIComponent` leaves some characters that must be encoded. */
const encodeRfc8187 = (text: string) =>
  encodeURIComponent(text).replaceAll(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
