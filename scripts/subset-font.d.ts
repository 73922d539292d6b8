/** The package has no types. */
declare module 'subset-font' {
  interface Options {
    targetFormat: 'woff2'
    /** Axes of a variable font that get one value. */
    variationAxes: Record<string, number>
  }
  export default function subsetFont(font: Buffer, characters: string, options: Options): Promise<Buffer>
}
