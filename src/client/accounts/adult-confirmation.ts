import { hasCode } from '#client/lib/http.ts'

/** The one question of its kind: is whoever sits here an adult. Asked from anywhere, answered in one dialog. */
interface Question {
  answer: (confirmed: boolean) => void
}

let question: Question | null = null
const listeners = new Set<() => void>()

function setQuestion(next: Question | null) {
  question = next
  for (const listener of listeners) listener()
}

/** Opens the dialog; true once the account is confirmed, false when it was put away. */
export function askForAdultConfirmation(): Promise<boolean> {
  question?.answer(false)
  return new Promise((resolve) => {
    setQuestion({
      answer: (confirmed) => {
        setQuestion(null)
        resolve(confirmed)
      },
    })
  })
}

/** Runs a call; when it is refused for want of the confirmation, asks for that and runs it once more. */
export async function withAdultConfirmation<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (!hasCode(error, 'adult_confirmation_required') || !(await askForAdultConfirmation())) throw error
    return run()
  }
}

export const adultConfirmation = {
  getSnapshot: () => question,
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
}
