import { rm } from 'node:fs/promises'
import { totalmem } from 'node:os'
import path from 'node:path'
import type { Context } from '#server/core/context.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { ApiError, notFound, orNotFound } from '#server/http/api-error.ts'
import { type CatalogueModel, catalogue, fitsMemory, recommendModel } from '#server/providers/models/local/catalogue.ts'
import { download, sizeOf } from '#server/providers/models/local/download.ts'
import { isModelFileName, listModelFiles, modelsFolder } from '#server/providers/models/local/folders.ts'
import { binaryPackage, installRuntime, isRuntimeInstalled } from '#server/providers/models/local/runtime.ts'
import { localModelService } from '#server/providers/models/services.ts'
import type { LocalModels as View } from '#shared/local-models.ts'
import { listConnections } from '../../connections/queries.ts'

type RunningDownload = NonNullable<View['download']> & { controller: AbortController; done: Promise<void> }
type Deps = Pick<Context, 'db' | 'env' | 'log'>

/** What is downloaded and installed for models on this machine. One download at a time. */
export class LocalModels {
  readonly #deps: Deps
  readonly #catalogue: readonly CatalogueModel[]
  #download: RunningDownload | null = null
  #installing: Promise<void> | null = null
  #installProblem: string | null = null

  constructor(deps: Deps, models = catalogue) {
    this.#deps = deps
    this.#catalogue = models
  }

  async view(): Promise<View> {
    const { db, env } = this.#deps
    const files = await listModelFiles(env.dataDir)
    const connected = (await listConnections(db, 'model_connections')).filter(
      ({ service }) => service === localModelService.id,
    )
    const memory = totalmem()
    const recommended = recommendModel(memory)
    const missing = this.#catalogue.filter(({ file }) => !files.some(({ name }) => name === file))
    return {
      runtime: { state: await this.#runtimeState(), problem: this.#installProblem },
      folder: modelsFolder(env.dataDir),
      memory,
      files: files.map(({ name, bytes }) => {
        const label = this.#catalogue.find(({ file }) => file === name)?.label ?? name.replace(/\.gguf$/i, '')
        return { name, label, bytes, isConnected: connected.some(({ model }) => model === name) }
      }),
      catalogue: await Promise.all(
        missing.map(async (model) => ({
          ...model,
          fits: fitsMemory(model, memory),
          isRecommended: model.id === recommended.id,
          receivedBytes: await sizeOf(`${this.#fileOf(model)}.part`),
        })),
      ),
      download: this.#download,
    }
  }

  /** Begins a download, or goes on with one. */
  startDownload(admin: Pick<Viewer, 'id'>, id: string): void {
    const model = orNotFound(this.#catalogue.find((entry) => entry.id === id))
    if (this.#download !== null && this.#download.state !== 'failed') {
      throw new ApiError('bad_request', {
        status: 409,
        message: 'Another model is being downloaded. Wait for its end, or cancel it.',
      })
    }
    this.#deps.log.info({ by: admin.id, model: id }, 'the download of a model begins')
    const controller = new AbortController()
    const state = {
      id,
      receivedBytes: 0,
      totalBytes: model.bytes,
      state: 'running',
      problem: null,
      controller,
    } as const
    const own: RunningDownload = { ...state, done: Promise.resolve() }
    this.#download = own
    own.done = this.#run(model, own)
  }

  /** Stops the download. What was received stays, so that the next one goes on there. */
  async cancelDownload(): Promise<void> {
    const current = this.#download
    current?.controller.abort()
    await current?.done
    if (this.#download === current) this.#download = null
  }

  /** Deletes a model file that no connection uses, or what was received of one. */
  async deleteFile(admin: Pick<Viewer, 'id'>, name: string): Promise<void> {
    const file = path.join(modelsFolder(this.#deps.env.dataDir), name)
    if (!isModelFileName(name) || (await sizeOf(file)) === 0) throw notFound()
    const rows = await listConnections(this.#deps.db, 'model_connections')
    if (rows.some(({ service, model }) => service === localModelService.id && model === name)) {
      throw new ApiError('bad_request', {
        status: 409,
        message: 'A connection uses this model. Delete the connection first.',
      })
    }
    await rm(file, { force: true })
    this.#deps.log.info({ by: admin.id, model: name }, 'the file of a model was deleted')
  }

  /** Installs the program that runs models, in the background. */
  async install(admin: Pick<Viewer, 'id'>): Promise<void> {
    const { env, log } = this.#deps
    if (isRuntimeInstalled(env.dataDir) || this.#installing !== null) return
    log.info({ by: admin.id }, 'llama.cpp is being installed')
    this.#installProblem = null
    this.#installing = installRuntime(env.dataDir)
      .catch((error: unknown) => {
        log.error({ err: error }, 'llama.cpp could not be installed')
        this.#installProblem = error instanceof Error ? error.message : String(error)
      })
      .finally(() => {
        this.#installing = null
      })
  }

  async close(): Promise<void> {
    await this.cancelDownload()
  }

  async #run(model: CatalogueModel, own: RunningDownload): Promise<void> {
    const onProgress = (receivedBytes: number, totalBytes: number | null) => {
      Object.assign(own, { receivedBytes, totalBytes: totalBytes ?? model.bytes })
      if (receivedBytes === own.totalBytes) own.state = 'checking'
    }
    const { env, log } = this.#deps
    const { bytes, sha256 } = model
    const url = env.hfEndpoint === undefined ? model.url : model.url.replace('https://huggingface.co', env.hfEndpoint)
    const { signal } = own.controller
    try {
      await download({ url, file: this.#fileOf(model), bytes, sha256, signal, onProgress })
      log.info({ model: model.id }, 'a model was downloaded')
      this.#download = null
    } catch (error) {
      if (signal.aborted) return
      log.warn({ err: error, model: model.id }, 'the download of a model failed')
      own.problem = error instanceof Error ? error.message : String(error)
      own.state = 'failed'
    }
  }

  async #runtimeState(): Promise<View['runtime']['state']> {
    if (this.#installing !== null) return 'installing'
    if (isRuntimeInstalled(this.#deps.env.dataDir)) return 'installed'
    return binaryPackage() === null ? 'unsupported' : 'missing'
  }

  #fileOf({ file }: CatalogueModel): string {
    return path.join(modelsFolder(this.#deps.env.dataDir), file)
  }
}
