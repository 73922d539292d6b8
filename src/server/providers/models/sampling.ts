/** What an operator sets for a connection. Null: what is known of the model, and the character's temperature. */
export interface Sampling {
  temperature: number | null
  topP: number | null
  minP: number | null
  repetitionPenalty: number | null
}
