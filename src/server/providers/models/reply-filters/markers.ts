/** What a piece of markup in a reply means. It is never part of what is spoken. */
export type Marker =
  /** Thinking begins, up to the text `close`. */
  | { kind: 'open'; close: string }
  /** Thinking ends. Without a beginning, all text before it was thinking: some chat templates begin with `<think>`. */
  | { kind: 'close' }
  /** A message of the harmony format begins: a header up to `<|message|>`, which names the channel. */
  | { kind: 'header' }
  /** The template's mark between two messages: the reply ends here, or begins here if nothing was said. */
  | { kind: 'boundary' }
  /** A mark without a meaning for us. */
  | { kind: 'drop' }

const tags = [
  ['<think>', '</think>'],
  ['<thinking>', '</thinking>'],
  ['<thought>', '</thought>'],
  ['<reasoning>', '</reasoning>'],
  ['[THINK]', '[/THINK]'],
  ['<|channel>', '<channel|>'],
] as const

/** Between two messages, of ChatML, Llama, Gemma, Phi, Mistral and DeepSeek. */
const boundaries = [
  '<|im_start|>assistant\n',
  '<|im_start|>',
  '<|im_end|>',
  '<|eot_id|>',
  '<|start_header_id|>',
  '<|end_of_text|>',
  '<|endoftext|>',
  '<end_of_turn>',
  '<start_of_turn>',
  '<|end|>',
  '<|return|>',
  '<|call|>',
  '<|user|>',
  '<|system|>',
  '<|assistant|>',
  '[INST]',
  '[/INST]',
  '<｜end▁of▁sentence｜>',
]
const dropped = ['<s>', '</s>', '<bos>', '<eos>', '<|message|>']

const markers: [string, Marker][] = [
  ...tags.flatMap(([open, close]): [string, Marker][] => [
    [open, { kind: 'open', close }],
    [close, { kind: 'close' }],
  ]),
  ['<|channel|>', { kind: 'header' }],
  ['<|start|>', { kind: 'header' }],
  ...boundaries.map((text): [string, Marker] => [text, { kind: 'boundary' }]),
  ...dropped.map((text): [string, Marker] => [text, { kind: 'drop' }]),
]
/** The longest first, so that of two with the same beginning the whole one is found. */
markers.sort(([a], [b]) => b.length - a.length)

/** The characters that markers begin with. */
export const markerStart = /[<[]/g

export function mayHoldMarker(text: string): boolean {
  return text.includes('<') || text.includes('[')
}

/** The marker at this place of the text; `partial` if the text ends inside one; null if there is none. */
export function findMarker(text: string, at: number): { text: string; marker: Marker } | 'partial' | null {
  let isPartial = false
  for (const [candidate, marker] of markers) {
    if (text.startsWith(candidate, at)) {
      if (!isPartial) return { text: candidate, marker }
    } else if (text.length - at < candidate.length && candidate.startsWith(text.slice(at))) isPartial = true
  }
  return isPartial ? 'partial' : null
}
