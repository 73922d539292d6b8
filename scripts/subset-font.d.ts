/** The package has no types. */
declare module 'subset-font' {
  interface Options {
    targetFormat: 'woff2' | 'truetype'
    /** The OpenType features that the subset keeps. */
    keepFeatures: readonly string[]
    /** Axes of a variable font that get one value, or a smaller range. */
    variationAxes: Record<string, number | { min: number; max: number }>
  }
  export default function subsetFont(font: Buffer, characters: string, options: Options): Promise<Buffer>
}
