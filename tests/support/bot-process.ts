import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { launchScript, waitForExit } from './child-process.ts'
import type { FakeChatService } from './fake-chat-service.ts'

/** The bot of a fake service in a process of its own, with a folder that stays when it is killed. */
export class BotProcess {
  /** What it has written since its first start. */
  output = ''
  readonly #service: FakeChatService
  readonly #dataDir = mkdtempSync(path.join(tmpdir(), 'bot-'))
  readonly #variables: Record<string, string>
  #child: ChildProcess | null = null

  constructor(service: FakeChatService, troupe: { url: string; key: string }, channels: string[] = []) {
    const { direct, group } = service
    this.#service = service
    this.#variables = {
      TROUPE_URL: troupe.url,
      TROUPE_KEY: troupe.key,
      BOT_CHANNELS: [direct, group, ...channels].join(', '),
      DATA_DIR: this.#dataDir,
    }
  }

  start(): void {
    const { args, env } = this.#service
    this.#child = launchScript('scripts/bot.ts', args, { ...this.#variables, ...env })
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.setEncoding('utf8').on('data', (chunk: string) => {
        this.output += chunk
      })
  }

  async kill(): Promise<void> {
    this.#child?.kill('SIGKILL')
    if (this.#child) await waitForExit(this.#child)
  }

  async remove(): Promise<void> {
    await this.kill()
    rmSync(this.#dataDir, { recursive: true })
  }
}
