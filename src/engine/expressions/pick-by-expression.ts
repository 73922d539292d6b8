import { type Expression, toExpression } from './expression.ts'

/**
 * One item for each expression that a set of pictures has: the item that is named as the expression is, or else the first one
 * whose name stands for it.
 *
 * @example
 * pickByExpression(['happy.png', 'smile.png', 'sea.png'], (name) => name) // new Map([['joy', 'happy.png']])
 * pickByExpression(['happy.png', 'joy.png'], (name) => name) // new Map([['joy', 'joy.png']])
 */
export function pickByExpression<Item>(items: readonly Item[], nameOf: (item: Item) => string): Map<Expression, Item> {
  const picked = new Map<Expression, { item: Item; isExact: boolean }>()
  for (const item of items) {
    const name = nameOf(item)
    const expression = toExpression(name)
    if (!expression) continue
    const isExact = new RegExp(`^(.*/)?${expression}(\\.[a-z0-9]+)?$`, 'i').test(name)
    if (!picked.has(expression) || (isExact && !picked.get(expression)?.isExact))
      picked.set(expression, { item, isExact })
  }
  return new Map([...picked].map(([expression, { item }]) => [expression, item]))
}
