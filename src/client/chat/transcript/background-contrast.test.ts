import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8')
const [light = '', dark = ''] = read('../../styles/tokens.css').split('.dark {')
const styles = read('transcript.css')
const [, lightBehind = '', darkBehind = ''] = styles.split('.has-chat-background {')
const strength = Number(/\.chat-background \{\s*opacity: ([\d.]+);/.exec(styles)?.[1])

/** The colour of a token, as the first block that has it says, in linear red, green and blue. */
function colourOf(blocks: string, token: string): number[] {
  const [, ...parts] = new RegExp(`--${token}: oklch\\(([\\d.]+) ([\\d.]+) ([\\d.]+)\\)`).exec(blocks) ?? []
  const [lightness = Number.NaN, chroma = 0, hue = 0] = parts.map(Number)
  const angle = (hue * Math.PI) / 180
  const [a, b] = [chroma * Math.cos(angle), chroma * Math.sin(angle)]
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map((value) => Math.min(1, Math.max(0, value)))
}

const encode = (value: number) => (value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055)
const decode = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
const luminance = ([red = 0, green = 0, blue = 0]: number[]) => 0.2126 * red + 0.7152 * green + 0.0722 * blue
const contrast = (a: number[], b: number[]) => {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y)
  return (light + 0.05) / (dark + 0.05)
}

test.each([
  ['light', `${lightBehind.split('}')[0]}${light}`],
  ['dark', `${darkBehind}${dark}`],
])('text in the %s theme has a contrast of 4.5:1 before a white and a black picture', (_, blocks) => {
  const paper = colourOf(blocks, 'paper').map(encode)
  for (const picture of [0, 1]) {
    const behind = paper.map((value) => decode((1 - strength) * value + strength * picture))
    for (const text of ['ink', 'ink-soft', 'speech', 'curtain', 'danger']) {
      const ratio = contrast(colourOf(blocks, text), behind)
      expect(ratio, `${text} before ${picture ? 'white' : 'black'}`).toBeGreaterThanOrEqual(4.5)
    }
  }
})
