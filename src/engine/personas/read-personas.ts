import { isBlank } from '../is-blank.ts'
import { asList, asRecord, parseJson, readText } from '../json-values.ts'

/** A persona of a file, with its other fields as the file has them. */
export interface FilePersona {
  name: string
  isDefault: boolean
  [field: string]: unknown
}

export const personaFormat = 'troupe-personas'

/**
 * The file of an account's personas.
 *
 * @example
 * readPersonas(writePersonas([{ name: 'Bo', isDefault: true }])) // [{ name: 'Bo', isDefault: true }]
 */
export function writePersonas(personas: readonly FilePersona[]): string {
  return `${JSON.stringify({ format: personaFormat, version: 1, personas }, null, 1)}\n`
}

/**
 * Reads a file of personas: this product's own, or SillyTavern's backup, whose images are files that it does not hold.
 * Null for any other file. Personas without a name are left out.
 *
 * @example
 * readPersonas('{"personas":{"a.png":"Bo"},"persona_descriptions":{"a.png":{"description":"A dog."}},"default_persona":"a.png"}')
 * // [{ name: 'Bo', description: 'A dog.', isDefault: true }]
 * readPersonas('[]') // null
 */
export function readPersonas(text: string): FilePersona[] | null {
  const file = asRecord(parseJson(text))
  if (file.format === personaFormat) {
    return asList(file.personas)
      .map(asRecord)
      .map((persona) => ({ ...persona, name: readText(persona.name), isDefault: persona.isDefault === true }))
      .filter(({ name }) => !isBlank(name))
  }
  if (!('persona_descriptions' in file || 'default_persona' in file)) return null
  const descriptions = asRecord(file.persona_descriptions)
  return Object.entries(asRecord(file.personas))
    .map(([key, name]) => ({
      name: readText(name),
      description: readText(asRecord(descriptions[key]).description),
      isDefault: file.default_persona === key,
    }))
    .filter(({ name }) => !isBlank(name))
}
