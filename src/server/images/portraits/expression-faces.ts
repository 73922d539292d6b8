import type { StyleOptions } from '@dicebear/core'
import type { Options } from '@dicebear/lorelei'
import type { Expression } from '#engine/expressions/expression.ts'

type Face = Required<Pick<StyleOptions<Options>, 'eyes' | 'eyebrows' | 'mouth'>>

/** The parts that show an expression, chosen by eye. The usual face of a portrait is its own. */
export const faces: Record<Expression, Partial<Face>> = {
  neutral: {},
  joy: { eyebrows: ['variant05'], mouth: ['happy05'] },
  amusement: { eyes: ['variant22'], eyebrows: ['variant05'], mouth: ['happy06'] },
  love: { eyes: ['variant19'], eyebrows: ['variant02'], mouth: ['happy01'] },
  pride: { eyes: ['variant08'], eyebrows: ['variant12'], mouth: ['happy10'] },
  surprise: { eyes: ['variant16'], eyebrows: ['variant05'], mouth: ['sad01'] },
  curiosity: { eyes: ['variant05'], eyebrows: ['variant05'], mouth: ['happy13'] },
  confusion: { eyes: ['variant24'], eyebrows: ['variant12'], mouth: ['sad02'] },
  embarrassment: { eyes: ['variant20'], eyebrows: ['variant01'], mouth: ['happy15'] },
  fear: { eyes: ['variant21'], eyebrows: ['variant01'], mouth: ['sad06'] },
  sadness: { eyes: ['variant19'], eyebrows: ['variant01'], mouth: ['sad04'] },
  anger: { eyes: ['variant08'], eyebrows: ['variant13'], mouth: ['sad07'] },
  disgust: { eyes: ['variant03'], eyebrows: ['variant04'], mouth: ['sad08'] },
}
