/** What listens to the player during a call. */
export interface Listener {
  /** Hands-free: it tells itself when somebody speaks. Otherwise `press` and `release` do. */
  setHandsFree: (isHandsFree: boolean) => void
  setMuted: (isMuted: boolean) => void
  /** Whether a character is heard at the moment. */
  setPlaying: (isPlaying: boolean) => void
  press: () => void
  release: () => void
  close: () => void
}

export interface ListenerEvents {
  /** Somebody begins to speak. */
  onVoice: () => void
  /** Somebody has spoken, until `at` (milliseconds of `performance.now()`). `text` resolves with the words. */
  onSpoken: (text: Promise<string>, at: number) => void
  /** It cannot listen any more. `problem`: why, in words for the user. */
  onProblem: (problem: string) => void
}
