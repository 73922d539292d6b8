/**
 * Writes the smallest useful model of the llama architecture: one layer, random weights, a tokenizer of bytes and a few words.
 * The format: github.com/ggml-org/ggml/blob/master/docs/gguf.md. The layer adds next to nothing to what it is given, and each
 * token's output weights are the embedding of the token before it: the reply is `words`, whatever was asked.
 */
export function createTinyGguf({ words }: { words: readonly string[] }): Buffer {
  const tokens = [
    ...['<unk>', '<s>', '</s>', '<|im_start|>', '<|im_end|>'].map((text, index) => ({
      text,
      type: index === 0 ? tokenTypes.unknown : tokenTypes.control,
    })),
    ...Array.from({ length: 256 }, (_, byte) => ({
      text: `<0x${byte.toString(16).toUpperCase().padStart(2, '0')}>`,
      type: tokenTypes.byte,
    })),
    ...[...new Set(words)].map((word) => ({ text: `▁${word}`, type: tokenTypes.normal })),
  ]
  const idOf = (text: string) => tokens.findIndex((token) => token.text === text)
  const newline = idOf('<0x0A>')
  const spoken = words.map((word) => idOf(`▁${word}`))
  // The prompt ends with a line break.
  const next = new Map([newline, ...spoken].map((id, index) => [id, spoken[index] ?? -1]))
  next.set(spoken.at(-1) ?? newline, idOf('<|im_end|>'))

  const embeddings = tokens.map(() => randomVector(width))
  const outputs = tokens.map(() => new Float32Array(width))
  for (const [from, to] of next) {
    const output = outputs[to]
    embeddings[from]?.forEach((value, index) => {
      if (output) output[index] = (output[index] ?? 0) + value * sharpness
    })
  }
  const noise = (rows: number, columns: number) =>
    Array.from({ length: rows }, () => randomVector(columns).map((value) => value * 1e-3))
  const ones = [new Float32Array(width).fill(1)]
  const tensors: Tensor[] = [
    { name: 'token_embd.weight', rows: embeddings },
    { name: 'output_norm.weight', rows: ones },
    { name: 'output.weight', rows: outputs },
    { name: 'blk.0.attn_norm.weight', rows: ones },
    { name: 'blk.0.ffn_norm.weight', rows: ones },
    ...['attn_q', 'attn_k', 'attn_v', 'attn_output'].map((name) => ({
      name: `blk.0.${name}.weight`,
      rows: noise(width, width),
    })),
    { name: 'blk.0.ffn_gate.weight', rows: noise(inner, width) },
    { name: 'blk.0.ffn_up.weight', rows: noise(inner, width) },
    { name: 'blk.0.ffn_down.weight', rows: noise(width, inner) },
  ]
  return writeGguf(metadataOf(tokens), tensors)
}

interface Tensor {
  name: string
  rows: Float32Array[]
}

const tokenTypes = { normal: 1, unknown: 2, control: 3, byte: 6 } as const
const [width, inner, alignment] = [64, 96, 32]
/** Makes the next token all but certain at any temperature up to 2. */
const sharpness = 12

const chatTemplate =
  "{% for message in messages %}{{'<|im_start|>' + message['role'] + '\\n' + message['content'] + '<|im_end|>' + '\\n'}}{% endfor %}" +
  "{% if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}"

type Value =
  | { kind: 'uint32' | 'int32' | 'float32'; value: number }
  | { kind: 'string'; value: string }
  | { kind: 'strings'; value: string[] }
  | { kind: 'float32s' | 'int32s'; value: number[] }
  | { kind: 'boolean'; value: boolean }

function metadataOf(tokens: { text: string; type: number }[]): Record<string, Value> {
  const idOf = (text: string): Value => ({ kind: 'uint32', value: tokens.findIndex((token) => token.text === text) })
  return {
    'general.architecture': { kind: 'string', value: 'llama' },
    'general.name': { kind: 'string', value: 'Tiny' },
    'general.alignment': { kind: 'uint32', value: alignment },
    'general.file_type': { kind: 'uint32', value: 0 },
    'llama.context_length': { kind: 'uint32', value: 8192 },
    'llama.embedding_length': { kind: 'uint32', value: width },
    'llama.block_count': { kind: 'uint32', value: 1 },
    'llama.feed_forward_length': { kind: 'uint32', value: inner },
    'llama.attention.head_count': { kind: 'uint32', value: 4 },
    'llama.attention.head_count_kv': { kind: 'uint32', value: 4 },
    'llama.attention.layer_norm_rms_epsilon': { kind: 'float32', value: 1e-5 },
    'llama.rope.dimension_count': { kind: 'uint32', value: width / 4 },
    'llama.vocab_size': { kind: 'uint32', value: tokens.length },
    'tokenizer.ggml.model': { kind: 'string', value: 'llama' },
    'tokenizer.ggml.tokens': { kind: 'strings', value: tokens.map(({ text }) => text) },
    'tokenizer.ggml.scores': { kind: 'float32s', value: tokens.map((_, index) => -index) },
    'tokenizer.ggml.token_type': { kind: 'int32s', value: tokens.map(({ type }) => type) },
    'tokenizer.ggml.unknown_token_id': idOf('<unk>'),
    'tokenizer.ggml.bos_token_id': idOf('<s>'),
    'tokenizer.ggml.eos_token_id': idOf('<|im_end|>'),
    'tokenizer.ggml.eot_token_id': idOf('<|im_end|>'),
    'tokenizer.ggml.add_bos_token': { kind: 'boolean', value: true },
    'tokenizer.ggml.add_space_prefix': { kind: 'boolean', value: false },
    'tokenizer.chat_template': { kind: 'string', value: chatTemplate },
  }
}

function writeGguf(metadata: Record<string, Value>, tensors: Tensor[]): Buffer {
  const entries = Object.entries(metadata).flatMap(([key, value]) => [writeString(key), writeValue(value)])
  let offset = 0
  const [infos, data]: [Buffer[], Buffer[]] = [[], []]
  for (const { name, rows } of tensors) {
    const columns = rows[0]?.length ?? 0
    const dimensions = rows.length === 1 ? [columns] : [columns, rows.length]
    infos.push(writeString(name), uint32(dimensions.length), ...dimensions.map(uint64), uint32(0), uint64(offset))
    const bytes = pad(Buffer.concat(rows.map((row) => Buffer.from(row.buffer, row.byteOffset, row.byteLength))))
    data.push(bytes)
    offset += bytes.length
  }
  const count = Object.keys(metadata).length
  const head = [Buffer.from('GGUF'), uint32(3), uint64(tensors.length), uint64(count), ...entries, ...infos]
  return Buffer.concat([pad(Buffer.concat(head)), ...data])
}

const types = { uint32: 4, int32: 5, float32: 6, boolean: 7, string: 8, array: 9 } as const

function writeValue(value: Value): Buffer {
  const array = (type: number, items: Buffer[]) =>
    Buffer.concat([uint32(types.array), uint32(type), uint64(items.length), ...items])
  switch (value.kind) {
    case 'string':
      return Buffer.concat([uint32(types.string), writeString(value.value)])
    case 'strings':
      return array(types.string, value.value.map(writeString))
    case 'float32s':
      return array(types.float32, value.value.map(float32))
    case 'int32s':
      return array(types.int32, value.value.map(uint32))
    case 'boolean':
      return Buffer.concat([uint32(types.boolean), Buffer.from([value.value ? 1 : 0])])
    case 'float32':
      return Buffer.concat([uint32(types.float32), float32(value.value)])
    default:
      return Buffer.concat([uint32(types[value.kind]), uint32(value.value)])
  }
}

function writeString(text: string): Buffer {
  const bytes = Buffer.from(text)
  return Buffer.concat([uint64(bytes.length), bytes])
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

function uint64(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(BigInt(value))
  return bytes
}

function float32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeFloatLE(value)
  return bytes
}

const pad = (bytes: Buffer) =>
  Buffer.concat([bytes, Buffer.alloc((alignment - (bytes.length % alignment)) % alignment)])

let state = 7
/** The same numbers in every run: linear congruential, from -1 to 1. */
function random(): number {
  state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
  return state / 2 ** 31 - 1
}

/** Of length 1. */
function randomVector(length: number): Float32Array {
  const values = Float32Array.from({ length }, random)
  const norm = Math.hypot(...values)
  return values.map((value) => value / norm)
}
