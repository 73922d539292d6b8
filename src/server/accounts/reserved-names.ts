import { remove as toLatin } from 'confusables'

/** Names made of these words alone would speak for the product or its operators. */
const reserved = [
  ...['troupe', 'admin', 'admins', 'administrator', 'administrators', 'mod', 'mods', 'moderator', 'moderators'],
  ...['moderation', 'system', 'support', 'staff', 'team', 'official', 'security', 'root'],
  // How the product names accounts that are gone.
  ...['deleted user', 'deleted account'],
].map(fold)
const reservedName = new RegExp(`^(?:${reserved.join('|')})+$`)

/**
 * The name as it looks: letters of other alphabets as the Latin ones they resemble, without marks, separators and case,
 * and with one of each pair of look-alikes. "Аdm1n" and "a.d.m.i.n" become the same as "admin".
 */
function fold(name: string): string {
  return toLatin(name.normalize('NFKC'))
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[1i|]/g, 'l')
    .replaceAll(/0/g, 'o')
    .replaceAll(/[5$]/g, 's')
    .replaceAll(/[4@]/g, 'a')
    .replaceAll(/3/g, 'e')
    .replaceAll('rn', 'm')
    .replaceAll(/[^\p{L}]/gu, '')
}

export const isReservedName = (name: string): boolean => reservedName.test(fold(name))
