import { useEffect, useRef, useState } from 'react'
import { call, errorText } from '#client/lib/http.ts'
import { queryClient } from '#client/lib/query-client.ts'
import { useWindowEvent } from '#client/lib/use-window-event.ts'
import { toast } from '#client/ui/toast-store.ts'
import { CardError } from '#engine/cards/card.ts'
import type { ArchiveManifest } from '#shared/account-archive.ts'
import { type ArchiveItem, importArchive, planImport } from './import-archive.ts'
import { type Archive, openArchive } from './open-archive.ts'

/** Why an import was stopped: its dialog was closed. */
const closed = 'closed'
const goOnText = 'Import the archive again to go on from there.'

interface ReadArchive {
  archive: Archive
  present: ArchiveManifest
}

/** Reads an archive, and imports what the account does not have. It ends with the dialog. */
export function useArchiveImport(file: Blob) {
  const [state, setState] = useState<'reading' | 'read' | 'importing' | 'done' | 'failed'>('reading')
  const [problem, setProblem] = useState('')
  /** Another try cannot help. */
  const [isDamaged, setDamaged] = useState(false)
  const [read, setRead] = useState<ReadArchive | null>(null)
  const [items, setItems] = useState<readonly ArchiveItem[]>([])
  const stopping = useRef(new AbortController())

  const fail = (error: unknown) => {
    setDamaged(error instanceof CardError)
    setProblem(error instanceof CardError ? error.message : errorText(error))
    setState('failed')
  }
  const readFile = async () => {
    setState('reading')
    try {
      const archive = await openArchive(file)
      const present = await call('GET /api/auth/data/manifest')
      setRead({ archive, present })
      setItems(planImport(archive.manifest, present))
      setState('read')
    } catch (error) {
      fail(error)
    }
  }
  const start = async () => {
    if (!read) return
    stopping.current = new AbortController()
    const { signal } = stopping.current
    setState('importing')
    try {
      await importArchive({ ...read, items, onChange: setItems, signal })
      setState('done')
      if (signal.reason === closed) toast({ title: 'The import was stopped', description: goOnText })
    } catch (error) {
      fail(error)
    } finally {
      void queryClient.invalidateQueries()
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each file
  useEffect(() => {
    void readFile()
  }, [file])
  useEffect(() => () => stopping.current.abort(closed), [])
  useWindowEvent('beforeunload', (event) => {
    if (state === 'importing') event.preventDefault()
  })
  const stop = () => stopping.current.abort()
  return { state, problem, isDamaged, manifest: read?.archive.manifest, items, readFile, start, stop }
}
