import { create } from 'zustand'
import { defaultSite, type Site, siteElementId } from '#shared/site.ts'
import { call } from './http.ts'

/** The settings that every page needs. Prerendered pages are hydrated with the defaults, and then show what the page says. */
export const useSite = create<Site>(() => defaultSite)

if (typeof document !== 'undefined') {
  const json = document.getElementById(siteElementId)?.textContent
  if (json) useSite.setState(JSON.parse(json) as Site, true)
}

export const memoryOffText =
  'Memory is off on this site at the moment: nothing new is remembered. What is stored stays.'

export async function refreshSite(): Promise<void> {
  useSite.setState(await call('GET /api/site'), true)
}
