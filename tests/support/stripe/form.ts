/** The parameters of a request as Stripe's clients send them: `items[0][price]=p` is `items.0.price` here. */
export type Params = Map<string, string>

export function readForm(text: string): Params {
  return new Map([...new URLSearchParams(text)].map(([name, value]) => [name.replaceAll(/\[(\w*)\]/g, '.$1'), value]))
}

/** The first parameter that no allowed path covers; the indexes of lists are `#`, and `*` is any name. */
export function findUnknown(params: Params, allowed: readonly string[]): string | undefined {
  const patterns = allowed.map(
    (path) => new RegExp(`^${path.replaceAll('.', '\\.').replaceAll('#', '\\d+').replaceAll('*', '\\w+')}$`),
  )
  return [...params.keys()].find((name) => !patterns.some((pattern) => pattern.test(name)))
}

/** The items of a list of texts, such as `expand[0]`. */
export const listOf = (params: Params, name: string): string[] =>
  [...params].filter(([key]) => key.startsWith(`${name}.`)).map(([, value]) => value)
