import { type UseMutationOptions, type UseMutationResult, useMutation } from '@tanstack/react-query'
import { useRef } from 'react'

type Options<Data, Variables> = UseMutationOptions<Data, Error, Variables> & {
  mutationFn: (variables: Variables) => Promise<Data>
}

/**
 * A mutation that is not started again while it runs. `isPending` alone does not ensure that: the second click of a
 * double click may come before the button is redrawn.
 */
export function useSingleMutation<Data, Variables = void>(
  options: Options<Data, Variables>,
): UseMutationResult<Data, Error, Variables> {
  const isRunning = useRef(false)
  const mutation = useMutation<Data, Error, Variables>({
    ...options,
    mutationFn: (variables) =>
      options.mutationFn(variables).finally(() => {
        isRunning.current = false
      }),
  })
  const mutate: typeof mutation.mutate = (...args) => {
    if (isRunning.current) return
    isRunning.current = true
    mutation.mutate(...args)
  }
  /** Forgets a call that is still waited for. */
  const reset = () => {
    isRunning.current = false
    mutation.reset()
  }
  return { ...mutation, mutate, reset }
}
