/** Runs a command. Of an error it prints the message alone, which is for the operator. */
export async function runTask(work: () => Promise<void>): Promise<void> {
  await work().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : String(error))
    process.exitCode = 1
  })
}
