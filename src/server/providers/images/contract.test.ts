import { BuiltInIllustrator } from './built-in.ts'
import { describeImageProvider } from './contract.ts'

describeImageProvider('BuiltInIllustrator', async () => ({
  provider: new BuiltInIllustrator(),
  close: async () => {},
}))
