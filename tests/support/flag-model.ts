/** A model of flags in plain data, written from the specification and not from the server's code. */
type Status = 'open' | 'acknowledged' | 'resolved' | 'dismissed'
export type Action = 'approve' | 'dismiss' | 'escalate'
export type Category = 'spam' | 'hate'

export interface ModelFlag {
  character: number
  category: Category | 'appeal'
  status: Status
  reports: number
  claim: { by: number; until: number } | null
  isHeld: boolean
  isReversed: boolean
  decidedBy: number | null
  decidedAt: number
  suspendedUntil: number | null
  /** For an appeal: the flag it is about. */
  appealed: ModelFlag | null
}

const claimTime = 300_000
const appealTime = 20 * 86_400_000

/** Two characters of one author; admin 0 is the author. */
export class FlagModel {
  now: number
  readonly flags: ModelFlag[] = []
  audits = 0

  constructor(now: number) {
    this.now = now
  }

  raise(character: number, category: Category, isHeld: boolean): void {
    const known = this.flags.find((flag) => flag.character === character && flag.category === category && isOpen(flag))
    if (!known) return void this.#add({ character, category, isHeld })
    known.reports += 1
    known.isHeld ||= isHeld
  }

  /** The result: `ok`, or the code of the refusal. */
  act(
    admin: number,
    flag: ModelFlag,
    action: Action,
    options: { override: boolean; days: number | undefined },
  ): string {
    if (!isOpen(flag) || (flag.status === 'acknowledged' && action === 'escalate')) return 'already_in_state'
    if (admin === 0) return 'own_content'
    if (this.#isClaimedByOther(flag, admin) && !options.override) return 'flag_claimed'
    if (flag.appealed?.decidedBy === admin) return 'own_decision'
    if (options.days !== undefined && (action !== 'approve' || flag.appealed)) return 'validation_failed'
    this.audits += 1
    flag.claim = null
    if (action === 'escalate') {
      flag.status = 'acknowledged'
      return 'ok'
    }
    flag.status = action === 'approve' ? 'resolved' : 'dismissed'
    flag.isHeld = false
    flag.decidedBy = admin
    flag.decidedAt = this.now
    if (options.days !== undefined) flag.suspendedUntil = this.now + options.days * 86_400_000
    if (action === 'approve' && flag.appealed) flag.appealed.isReversed = true
    return 'ok'
  }

  claim(admin: number, flag: ModelFlag): string {
    if (!isOpen(flag)) return 'already_in_state'
    if (admin === 0) return 'own_content'
    if (this.#isClaimedByOther(flag, admin)) return 'flag_claimed'
    flag.claim = { by: admin, until: this.now + claimTime }
    return 'ok'
  }

  unclaim(admin: number, flag: ModelFlag): string {
    if (flag.claim?.by === admin) flag.claim = null
    return 'ok'
  }

  appeal(flag: ModelFlag): string {
    if (flag.appealed || (flag.status !== 'resolved' && !(isOpen(flag) && flag.isHeld))) return 'not_found'
    const isRepeated = this.flags.some((other) => other.appealed === flag)
    const isLate = this.now - flag.decidedAt > appealTime
    if (isOpen(flag) || isRepeated || isLate) return 'not_appealable'
    this.#add({ character: flag.character, category: 'appeal', appealed: flag })
    return 'ok'
  }

  stateOf(character: number): 'none' | 'held' | 'removed' {
    const flags = this.flags.filter((flag) => flag.character === character)
    if (flags.some(isStanding)) return 'removed'
    return flags.some((flag) => isOpen(flag) && flag.isHeld) ? 'held' : 'none'
  }

  strikes(): number {
    return this.flags.filter(isStanding).length
  }

  suspendedUntil(): number | null {
    const ends = this.flags.filter(isStanding).flatMap(({ suspendedUntil }) => suspendedUntil ?? [])
    return ends.length > 0 ? Math.max(...ends) : null
  }

  #isClaimedByOther({ claim }: ModelFlag, admin: number): boolean {
    return claim !== null && claim.by !== admin && claim.until > this.now
  }

  #add(flag: Pick<ModelFlag, 'character' | 'category'> & Partial<ModelFlag>): void {
    this.flags.push({
      status: 'open',
      reports: 1,
      claim: null,
      isHeld: false,
      isReversed: false,
      decidedBy: null,
      decidedAt: 0,
      suspendedUntil: null,
      appealed: null,
      ...flag,
    })
  }
}

const isOpen = ({ status }: ModelFlag) => status === 'open' || status === 'acknowledged'
const isStanding = (flag: ModelFlag) => flag.status === 'resolved' && !flag.appealed && !flag.isReversed
