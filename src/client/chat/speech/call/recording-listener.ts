import { openMicrophone, type Recording, record, transcribe } from '../microphone.ts'
import { initialListening, type Listener, type ListenerEvents } from './call.ts'
import { levelOf, VoiceActivity } from './voice-activity.ts'

/** Milliseconds between two looks at the level: the analyser has the samples of the last 43. */
const interval = 40
/** The same of a hidden page, where the recorder calls instead of a timer. */
const hiddenInterval = 100
const samplesPerLook = 2_048
/** While nobody speaks, what was recorded is dropped this often, in milliseconds. */
const dropAfter = 5_000

/** Listens with the microphone and lets the connected service write what was said. Rejects with words for the user. */
export async function openRecordingListener(events: ListenerEvents): Promise<Listener> {
  const { stream, close } = await openMicrophone()
  const audio = new AudioContext()
  const analyser = audio.createAnalyser()
  analyser.fftSize = samplesPerLook
  audio.createMediaStreamSource(stream).connect(analyser)
  const samples = new Float32Array(samplesPerLook)
  const activity = new VoiceActivity()
  let listening = initialListening
  let recording: { sound: Recording; since: number } | null = null
  let isSpeaking = false

  const drop = () => {
    void recording?.sound.stop()
    recording = null
    isSpeaking = false
    activity.reset()
  }
  const begin = (now: number) => {
    recording = { sound: record(stream, look, hiddenInterval), since: now }
  }
  const onVoice = () => {
    isSpeaking = true
    events.onVoice()
  }
  const end = (at: number) => {
    if (!recording) return
    const { sound } = recording
    recording = null
    isSpeaking = false
    events.onSpoken(sound.stop().then(transcribe), at)
  }
  const look = () => {
    // Some phones suspend it during a phone call.
    if (audio.state !== 'running') void audio.resume()
    if (!listening.isHandsFree || listening.isMuted) return
    const now = performance.now()
    // The beginning of a word is recorded before it is noticed.
    if (!recording || (!isSpeaking && now - recording.since > dropAfter)) {
      void recording?.sound.stop()
      begin(now)
    }
    analyser.getFloatTimeDomainData(samples)
    const change = activity.hear(levelOf(samples), now, listening.isPlaying)
    if (change === 'start') onVoice()
    if (change === 'end') {
      end(activity.lastVoiceAt)
      begin(now)
    }
  }
  const timer = setInterval(look, interval)
  for (const track of stream.getTracks()) {
    track.onended = () => events.onProblem('The microphone was switched off. Call again to go on.')
  }
  return {
    set: (changes) => {
      listening = { ...listening, ...changes }
      for (const track of stream.getTracks()) track.enabled = !listening.isMuted
      // The player may speak over a character.
      if (changes.isPlaying === undefined) drop()
    },
    press: () => {
      drop()
      begin(performance.now())
      onVoice()
    },
    release: () => end(performance.now()),
    close: () => {
      clearInterval(timer)
      drop()
      close()
      void audio.close()
    },
  }
}
