import { expect, it } from 'vitest'
import { isReservedName } from './reserved-names.ts'

const reserved = [
  'admin|ADMIN|a.d_m-i n|Adm1n|adrnin|ádmìn|аdmіn|ѕуѕтем|𝒶𝒹𝓂𝒾𝓃|ａｄｍｉｎ|ᴀᴅᴍɪɴ|Admın',
  'Troupe|TROUPE support team|Official Troupe|m0derator|5y5tem!|Deleted user',
]

it.each(reserved.join('|').split('|'))('%s is reserved', (name) => {
  expect(isReservedName(name)).toBe(true)
})

it.each(['Ada Quill', 'Modesty', 'Madmin', 'Adminah', 'Trouper', 'Rooted', 'Ольга', '春琴', 'Steampunk', '🎭', 'Ted'])(
  '%s is not',
  (name) => {
    expect(isReservedName(name)).toBe(false)
  },
)
