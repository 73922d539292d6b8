/** A model that can be downloaded. */
export interface CatalogueModel {
  id: string
  label: string
  /** What to expect of it, in one sentence. */
  description: string
  license: string
  file: string
  url: string
  bytes: number
  /** Of the file, hex. */
  sha256: string
  /** Gigabytes that the machine should have: for the model, a context of 8,192 tokens, and everything else. */
  memory: number
}

/**
 * Small models that follow instructions, with licences that allow any use, smallest first. Revision, size and checksum of
 * each are those that the publisher states for the file (docs/decisions/028-run-a-model-in-a-process-of-its-own.md).
 */
const models = [
  {
    id: 'qwen2.5-1.5b',
    label: 'Qwen2.5 1.5B Instruct',
    description: 'Quick on any machine. Simple answers; it loses the thread in long conversations.',
    license: 'Apache-2.0',
    file: 'qwen2.5-1.5b-instruct-q4_k_m.gguf',
    repository: 'Qwen/Qwen2.5-1.5B-Instruct-GGUF',
    revision: '91cad51170dc346986eccefdc2dd33a9da36ead9',
    bytes: 1_117_320_736,
    sha256: '6a1a2eb6d15622bf3c96857206351ba97e1af16c30d7a74ee38970e434e9407e',
    memory: 4,
  },
  {
    id: 'qwen3-4b',
    label: 'Qwen3 4B Instruct 2507',
    description: 'Follows a character well for its size. Comfortable with a graphics card or four fast cores.',
    license: 'Apache-2.0',
    file: 'Qwen_Qwen3-4B-Instruct-2507-Q4_K_M.gguf',
    repository: 'bartowski/Qwen_Qwen3-4B-Instruct-2507-GGUF',
    revision: 'ae44f08e1392f39c0e474af10c3ff8355c8b6688',
    bytes: 2_497_280_736,
    sha256: '2fde00ce69dd4899c70d020845e2638353015bba0fdf161b3eb965f2bca4464e',
    memory: 8,
  },
  {
    id: 'mistral-nemo-12b',
    label: 'Mistral Nemo 12B Instruct 2407',
    description: 'The best storyteller of the three, and slow without a graphics card.',
    license: 'Apache-2.0',
    file: 'Mistral-Nemo-Instruct-2407-Q4_K_M.gguf',
    repository: 'bartowski/Mistral-Nemo-Instruct-2407-GGUF',
    revision: 'a2dd64a0a76ea1bdb2bb6ab6fa5496b003c7c908',
    bytes: 7_477_208_192,
    sha256: '7c1a10d202d8788dbe5628dc962254d10654c853cae6aaeca0618f05490d4a46',
    memory: 16,
  },
]

export const catalogue: readonly CatalogueModel[] = models.map(({ repository, revision, ...model }) => ({
  ...model,
  url: `https://huggingface.co/${repository}/resolve/${revision}/${model.file}`,
}))

const gigabyte = 1024 ** 3

/** Whether the machine has the memory. Firmware and graphics take a part of what was bought. */
export function fitsMemory({ memory }: Pick<CatalogueModel, 'memory'>, totalBytes: number): boolean {
  return totalBytes >= memory * gigabyte * 0.9
}

/** The largest model that the machine has the memory for, or the smallest one. */
export function recommendModel(totalBytes: number): CatalogueModel {
  const [smallest] = catalogue
  const found = catalogue.findLast((model) => fitsMemory(model, totalBytes)) ?? smallest
  if (found === undefined) throw new Error('The catalogue is empty.')
  return found
}
