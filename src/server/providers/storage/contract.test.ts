import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describeStorage } from './contract.ts'
import { LocalFolder } from './local-folder.ts'

describeStorage('LocalFolder', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'troupe-storage-'))
  return {
    storage: new LocalFolder(path.join(folder, 'files')),
    close: () => rm(folder, { recursive: true, force: true }),
  }
})
