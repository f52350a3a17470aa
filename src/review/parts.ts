/** Which parts of a review to compute. */
export interface Parts {
  /** False for changes and figures only. */
  readonly findings?: boolean;
  readonly estimate?: boolean;
  /** False for neither an estimate nor effects on running nodes. */
  readonly figures?: boolean;
}

/** Whether the nodes of the cluster are simulated. */
export const isSimulated = ({ figures, estimate }: Parts): boolean => figures !== false && estimate !== false;

/** Only the plan of each environment. */
export const plansAlone: Parts = { findings: false, estimate: false, figures: false };
