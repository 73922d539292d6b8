// `npm run audit -- verify [file]` and `npm run audit -- head`. The file is an exported end: what `head` printed before.
import { readFileSync } from 'node:fs'
import { withCliContext } from '#server/cli-context.ts'
import { readHead } from '#server/moderation/audit/log-head.ts'
import { verifyAudit } from '#server/moderation/audit/verify-audit.ts'
import { AuditHead } from '#shared/audit.ts'
import { runTask } from './run-task.ts'

const usage = 'Usage: npm run audit -- verify [file with an exported end] | head'

const [action, file] = process.argv.slice(2)

await runTask(() =>
  withCliContext(async (context) => {
    if (action === 'head') return console.log(JSON.stringify(await readHead(context)))
    if (action !== 'verify') throw new Error(usage)
    const known = file ? AuditHead.parse(JSON.parse(readFileSync(file, 'utf8'))) : null
    const result = await verifyAudit(context.db, known)
    if (!result.isIntact)
      throw new Error(`Entry ${result.seq} of the audit log is not as it was written: ${result.reason}.`)
    console.log(`The audit log is intact: ${result.head.seq} entries, end ${result.head.hash}.`)
    if (!known)
      console.log('Missing entries at the end show only against an exported end: npm run audit -- head > end.json')
  }),
)
