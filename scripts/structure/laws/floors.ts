import { fileLaw } from '../law.ts'

/** Folder → the folders it may import from besides itself. A folder that is not here has no floor yet. */
type House = Record<string, string[]>

const ground = ['core', 'db', 'providers']
const upToAccounts = [...ground, 'http', 'accounts']
const upToModeration = [...upToAccounts, 'characters', 'moderation']

const server: House = {
  core: ground,
  db: ground,
  providers: ground,
  http: ground,
  accounts: upToAccounts,
  characters: upToAccounts,
  moderation: [...upToAccounts, 'characters'],
  chat: upToModeration,
  billing: upToModeration,
  images: upToModeration,
}

const below = ['lib', 'ui']
const capabilities = ['characters', 'chat', 'moderation', 'billing', 'images', 'landing']

const client: House = {
  lib: below,
  ui: below,
  styles: [],
  accounts: below,
  ...Object.fromEntries(capabilities.map((name) => [name, [...below, 'accounts', ...capabilities]])),
  // `routes.tsx` and the frame around its pages stand side by side.
  shell: [...below, 'accounts', ...capabilities, 'routes.tsx'],
}

const houses: Record<string, House> = { server, client }

/** Where a file stands: `src/server/chat/routes.ts` in the server's chat, `src/server/app.ts` loose on its top floor. */
export function placeOf(path: string): { side: string; folder: string; isLoose: boolean } | null {
  const [, side, folder, inside] = /^src\/(server|client)\/([^/]+)(\/)?/.exec(path) ?? []
  return side && folder ? { side, folder, isLoose: inside === undefined } : null
}

/** Inside the server and the client, too, imports go down only. The loose files on top may import everything. */
export const floors = fileLaw('floors', (file) => {
  const here = placeOf(file.path)
  if (!here || here.isLoose || file.isTest) return []
  const { side, folder } = here
  const allowed = houses[side]?.[folder]
  if (!allowed) return [{ line: 1, wrong: `src/${side}/${folder} has no floor`, instead: giveItAFloor }]
  return file.imports.flatMap(({ target, specifier, line }) => {
    const there = placeOf(target)
    if (there?.side !== side || there.folder === folder || allowed.includes(there.folder)) return []
    return [{ line, wrong: `${folder} imports up or across (${specifier})`, instead: goDown }]
  })
})

const giveItAFloor = 'say in scripts/structure/laws/floors.ts what it may import'
const goDown = 'move what both need to a lower floor, or hand it down as an argument from app.ts or main.ts'
