import { z } from 'zod'
import { type Expression, expressions } from '#engine/expressions/expression.ts'
import { isDrawnPortrait } from './image-src.ts'

export const ExpressionName = z.enum(expressions)

/**
 * The `src` of a built-in portrait with an expression, which the illustrator draws: `/portraits/ines.svg` becomes
 * `/portraits/ines.joy.svg`. Null for any other image.
 */
export function drawnExpression(src: string, expression: Expression): string | null {
  if (!isDrawnPortrait(src)) return null
  return expression === 'neutral' ? src : src.replace(/\.svg$/, `.${expression}.svg`)
}
