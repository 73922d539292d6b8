import { useState } from 'react'
import { type CardEntry, type CardErrors, type CardField, cardErrors } from '#shared/card.ts'

const emptyCard: CardEntry = { number: '', expiry: '', cvc: '' }

/** A card while it is typed. It is kept nowhere else, and goes when the form does. */
export function useCard() {
  const [card, setCard] = useState(emptyCard)
  const [faults, setFaults] = useState<CardErrors>({})

  const change = (field: CardField, value: string) => {
    setCard((now) => ({ ...now, [field]: value }))
    setFaults(({ [field]: _mended, ...others }) => others)
  }
  /** Says what is wrong beside the fields; answers whether the card may be sent. */
  const check = (): CardErrors => {
    const found = cardErrors(card, Date.now())
    setFaults(found)
    return found
  }
  return { card, faults, change, check, setFaults }
}
