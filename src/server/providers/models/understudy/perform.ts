import type { ModelRequest } from '../provider.ts'

/** The reply, from the request alone. */
export function perform(request: ModelRequest): string {
  const name = request.scene?.characterName ?? 'The understudy'
  return `*${name} looks up and smiles.* "Go on, I am listening."`
}
