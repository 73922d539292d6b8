import { create } from 'zustand'
import { hasCode } from '#client/lib/http.ts'

interface Question {
  answer: (confirmed: boolean) => void
}

/** The open question whether the user is an adult, or null. One dialog answers it, wherever it was asked. */
export const useAdultQuestion = create<{ question: Question | null }>(() => ({ question: null }))

/** Opens the dialog. Resolves to whether the user confirmed. An older open question is answered with no. */
export function askForAdultConfirmation(): Promise<boolean> {
  useAdultQuestion.getState().question?.answer(false)
  return new Promise((resolve) => {
    const answer = (confirmed: boolean) => {
      useAdultQuestion.setState({ question: null })
      resolve(confirmed)
    }
    useAdultQuestion.setState({ question: { answer } })
  })
}

/** Makes a call. If the server requires the confirmation, asks for it and retries once. */
export async function withAdultConfirmation<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (!hasCode(error, 'adult_confirmation_required') || !(await askForAdultConfirmation())) throw error
    return call()
  }
}
