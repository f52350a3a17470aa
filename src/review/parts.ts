/** What a review consists of. */
export interface Parts {
  /** False: changes and figures alone. */
  readonly findings?: boolean;
  readonly estimate?: boolean;
  /** False: neither an estimate nor what becomes of running nodes. */
  readonly figures?: boolean;
}

/** What each environment would be sent, and nothing else. */
export const plansAlone: Parts = { findings: false, estimate: false, figures: false };
