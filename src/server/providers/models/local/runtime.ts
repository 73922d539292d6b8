import { type ExecFileException, execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { runtimeFolder } from './folders.ts'

/** node-llama-cpp and its binaries, of the same release. */
export const runtimeVersion = '3.21.1'

/** The package with the prebuilt binary, by platform and processor. */
const binaries: Readonly<Record<string, string>> = {
  'linux-x64': '@node-llama-cpp/linux-x64',
  'linux-arm64': '@node-llama-cpp/linux-arm64',
  'darwin-x64': '@node-llama-cpp/mac-x64',
  'darwin-arm64': '@node-llama-cpp/mac-arm64-metal',
  'win32-x64': '@node-llama-cpp/win-x64',
  'win32-arm64': '@node-llama-cpp/win-arm64',
}

export const runtimeEntry = (dataDir: string) =>
  path.join(runtimeFolder(dataDir), 'node_modules', 'node-llama-cpp', 'dist', 'index.js')

/** Null if there is no prebuilt binary for this machine. */
export function binaryPackage(): string | null {
  return binaries[`${process.platform}-${process.arch}`] ?? null
}

/** The folder gets its name once everything is installed, so that what was interrupted does not count. */
export function isRuntimeInstalled(dataDir: string): boolean {
  const file = path.join(runtimeFolder(dataDir), 'package.json')
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '{}'
  const { dependencies } = JSON.parse(text) as { dependencies?: Record<string, string> }
  return dependencies?.['node-llama-cpp'] === runtimeVersion && existsSync(runtimeEntry(dataDir))
}

/** A sentence for the operator. */
export class RuntimeError extends Error {
  override name = 'RuntimeError'
}

/**
 * Installs node-llama-cpp with npm into the data folder: the library and one prebuilt binary, in fixed versions. No script of
 * a package runs, so that nothing is compiled.
 */
export async function installRuntime(dataDir: string): Promise<void> {
  const binary = binaryPackage()
  if (binary === null) {
    throw new RuntimeError(
      `There is no prebuilt llama.cpp for ${process.platform} on ${process.arch}. Connect a model server instead.`,
    )
  }
  const folder = runtimeFolder(dataDir)
  const next = `${folder}.next`
  await rm(next, { recursive: true, force: true })
  await mkdir(next, { recursive: true })
  const dependencies = { 'node-llama-cpp': runtimeVersion, [binary]: runtimeVersion }
  await writeFile(path.join(next, 'package.json'), JSON.stringify({ private: true, dependencies }))
  const options = [
    '--ignore-scripts',
    '--omit=optional',
    '--omit=peer',
    '--omit=dev',
    '--no-audit',
    '--no-fund',
    '--fetch-retries=1',
  ]
  await runNpm(next, ['install', '--loglevel=error', ...options])
  await rm(folder, { recursive: true, force: true })
  await rename(next, folder)
}

async function runNpm(cwd: string, args: string[]): Promise<void> {
  const isWindows = process.platform === 'win32'
  try {
    await promisify(execFile)(isWindows ? 'npm.cmd' : 'npm', args, { cwd, shell: isWindows })
  } catch (error) {
    throw explain(error as ExecFileException & { stdout: string; stderr: string })
  }
}

function explain({ code, stdout, stderr }: ExecFileException & { stdout: string; stderr: string }): RuntimeError {
  if (code === 'ENOENT') return new RuntimeError('npm was not found. It comes with Node: install both, then try again.')
  const output = stdout + stderr
  if (/EAI_AGAIN|ENOTFOUND|ETIMEDOUT|ECONNREFUSED|ENETUNREACH|network/i.test(output)) {
    return new RuntimeError(
      'npm cannot reach the package registry: this machine has no connection to the internet, or a proxy is needed. Connect it, then try again.',
    )
  }
  if (/ENOSPC/.test(output)) return new RuntimeError('The disk is full. About 100 MB are needed for llama.cpp.')
  return new RuntimeError(`npm could not install llama.cpp (exit code ${code}): ${output.trim().slice(-500)}`)
}
