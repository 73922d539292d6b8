import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { errorText, sendJson } from '#client/lib/http.ts'
import type { Conversation } from '#shared/chat.ts'
import { type ImportResponse, transcriptLimits } from '#shared/transcripts.ts'
import { refreshConversations } from '../conversation-list/conversation-list-api.ts'

/** A chosen file and what became of it. */
export interface ImportedFile {
  /** Files may have the same name. */
  id: number
  name: string
  state: 'waiting' | 'importing' | 'imported' | 'failed'
  conversations: readonly Conversation[]
  /** Why it failed. */
  problem: string
}

const tooLarge = new Error(`Please import a file of ${transcriptLimits.file / 1_000_000} MB or less.`)
const problemOf = (error: unknown) =>
  error === tooLarge ? tooLarge.message : errorText(error, 'The file was not imported. Please try again.')

/** Imports files one after the other. A file that fails does not stop the others. */
export function useImport(characterId: string) {
  const client = useQueryClient()
  const [files, setFiles] = useState<readonly ImportedFile[]>([])
  const nextId = useRef(0)
  const change = (id: number, changes: Partial<ImportedFile>) =>
    setFiles((all) => all.map((file) => (file.id === id ? { ...file, ...changes } : file)))

  const importFiles = async (chosen: readonly File[]) => {
    const added = chosen.map((file) => ({ file, id: nextId.current++ }))
    const waiting = added.map(
      ({ file, id }) => ({ id, name: file.name, state: 'waiting', conversations: [], problem: '' }) as const,
    )
    setFiles((all) => [...all, ...waiting])
    for (const { file, id } of added) {
      change(id, { state: 'importing' })
      try {
        // Not read at all: the largest file that can be within the limit has four bytes for each character.
        if (file.size > 4 * transcriptLimits.file) throw tooLarge
        change(id, { state: 'imported', conversations: await importFile(file, characterId) })
      } catch (error) {
        change(id, { state: 'failed', problem: problemOf(error) })
      }
    }
    await refreshConversations(client)
  }
  const isImporting = files.some(({ state }) => state === 'waiting' || state === 'importing')
  return { files, importFiles, isImporting }
}

/** Throws for a file that the server does not take. */
async function importFile(file: File, characterId: string): Promise<Conversation[]> {
  const text = await file.text()
  const { conversations } = await sendJson<ImportResponse>('POST', '/api/conversations/import', { characterId, text })
  return conversations
}
