import { fileLaw } from '../law.ts'

const registration = /(?:^|\.)(?:get|post|put|patch|delete|head|options|all)$/
/** What a provider gets and posts are other people's addresses. */
const elsewhere = /^src\/server\/(?:http\/.+|providers\/.+|app\.ts|(?:.+\/)?routes\.ts)$/

/** Addresses are answered in routes.ts, so that one knows where to look for them. */
export const routes = fileLaw('routes', (file) => {
  if (file.isTest || !file.path.startsWith('src/server/') || elsewhere.test(file.path)) return []
  return file.calls
    .filter(({ callee, firstString }) => registration.test(callee) && firstString?.startsWith('/'))
    .map(({ firstString, line }) => ({
      line,
      wrong: `answers the address ${firstString} outside routes.ts`,
      instead: "move it to the capability's routes.ts: parse, identify, call one intent, reply",
    }))
})
