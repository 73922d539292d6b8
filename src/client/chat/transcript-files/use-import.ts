import { useEffect, useRef, useState } from 'react'
import { counted } from '#client/lib/format-count.ts'
import { call, HttpError } from '#client/lib/http.ts'
import { useWindowEvent } from '#client/lib/use-window-event.ts'
import { toastError } from '#client/ui/toast-error.ts'
import { toast } from '#client/ui/toast-store.ts'
import type { UnmatchedFile } from '#shared/errors.ts'
import type { ImportResponse } from '#shared/transcripts.ts'
import { refreshConversations } from '../api/conversation-list-api.ts'
import { isTemporary, problemOf, readImportFile } from './read-import-file.ts'

export interface ImportedFile {
  /** Files may have the same name. */
  id: number
  file: File
  /** `asking`: the user is to choose the character. */
  state: 'waiting' | 'importing' | 'imported' | 'asking' | 'failed'
  result: ImportResponse | null
  /** What is known of a file whose character is not. */
  question: UnmatchedFile | null
  problem: string
  /** Whether it failed for a temporary reason: no connection, a busy server, too many files within an hour. */
  canRetry: boolean
}

/**
 * Imports files one after the other. A file that fails does not stop the others. If the dialog was closed, a toast shows
 * the result.
 */
export function useImport() {
  const [files, setFiles] = useState<readonly ImportedFile[]>([])
  const nextId = useRef(0)
  const isShown = useIsShown()
  const change = (id: number, changes: Partial<ImportedFile>) =>
    setFiles((all) => all.map((file) => (file.id === id ? { ...file, ...changes } : file)))

  const run = async (wanted: readonly Pick<ImportedFile, 'id' | 'file'>[], characterId?: string) => {
    const failed: string[] = []
    for (const { file, id } of wanted) {
      try {
        change(id, { state: 'importing' })
        const text = await readImportFile(file)
        const result = await call('POST /api/conversations/import', { body: { characterId, text } })
        change(id, { state: 'imported', result })
      } catch (error) {
        failed.push(file.name)
        const question = error instanceof HttpError ? (error.body?.file ?? null) : null
        if (question) {
          change(id, { state: 'asking', question })
          continue
        }
        change(id, { state: 'failed', problem: problemOf(error), canRetry: isTemporary(error) })
      }
    }
    if (!isShown.current) showResult(wanted.length, failed)
    await refreshConversations()
  }
  const importFiles = (chosen: readonly File[]) => {
    const added = chosen.map((file): ImportedFile => {
      nextId.current += 1
      return { id: nextId.current, file, state: 'waiting', result: null, question: null, problem: '', canRetry: false }
    })
    setFiles((all) => [...all, ...added])
    return run(added)
  }
  /** Imports the files again that failed for a temporary reason. */
  const retry = () => {
    const wanted = files.filter(({ canRetry }) => canRetry)
    for (const { id } of wanted) change(id, { state: 'waiting', problem: '', canRetry: false })
    return run(wanted)
  }
  /** Imports a file with the character that the user has chosen. */
  const answer = (file: ImportedFile, characterId: string) => {
    change(file.id, { state: 'waiting' })
    return run([file], characterId)
  }
  const isImporting = files.some(({ state }) => state === 'waiting' || state === 'importing')
  useWindowEvent('beforeunload', (event) => {
    if (isImporting) event.preventDefault()
  })
  return { files, importFiles, retry, answer, isImporting }
}

function useIsShown() {
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  return isShown
}

function showResult(count: number, failed: readonly string[]) {
  const title = `${count - failed.length} of ${counted(count, 'file')} imported`
  if (failed.length === 0) return toast({ title })
  toastError(`Not imported: ${failed.join(', ').slice(0, 300)}`, { title })
}
