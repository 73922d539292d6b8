import { BuiltInIllustrator } from './built-in.ts'
import { describeImageProvider } from './contract.ts'

describeImageProvider('The built-in illustrator', async () => ({
  provider: new BuiltInIllustrator(),
  close: async () => {},
}))
