import { z } from 'zod'
import { type Expression, expressions } from '#engine/expressions/expression.ts'
import { isDrawnPortrait } from './image-src.ts'

export const ExpressionName = z.enum(expressions)

/** The pictures of a character: its usual face, and those of its expressions. */
export interface Faces {
  avatar: string
  expressions?: Partial<Record<Expression, string>>
}

/**
 * The `src` of a built-in portrait with an expression, which the illustrator draws: `/portraits/ines.svg` becomes
 * `/portraits/ines.joy.svg`. Null for any other image.
 */
export function drawnExpression(src: string, expression: Expression): string | null {
  if (!isDrawnPortrait(src)) return null
  return expression === 'neutral' ? src : src.replace(/\.svg$/, `.${expression}.svg`)
}

/** Whether the illustrator draws the character's expressions: it has no pictures of its own. */
const isDrawn = ({ avatar, expressions: own = {} }: Faces) => Object.keys(own).length === 0 && isDrawnPortrait(avatar)

/** The expressions that a character can show. */
export function listExpressions(faces: Faces): readonly Expression[] {
  return isDrawn(faces) ? expressions : expressions.filter((name) => name === 'neutral' || faces.expressions?.[name])
}

/** What a character without a picture of an expression shows instead, if it has that. */
const nearest: Partial<Record<Expression, Expression>> = {
  amusement: 'joy',
  love: 'joy',
  pride: 'joy',
  confusion: 'curiosity',
  disgust: 'anger',
}

/** The `src` of the character's picture with this expression; without one, that of its usual face. */
export function faceOf(faces: Faces, expression: Expression = 'neutral'): string {
  const { avatar, expressions: own = {} } = faces
  if (isDrawn(faces)) return drawnExpression(avatar, expression) ?? avatar
  return own[expression] ?? own[nearest[expression] ?? 'neutral'] ?? own.neutral ?? avatar
}
