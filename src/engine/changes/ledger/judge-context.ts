import type { ChangedFile } from './changed-file.ts';
import type { Judgement } from './judgement.ts';
import type { LedgerInput } from './ledger-input.ts';
import type { SideName } from './line-changes.ts';
import type { RenderedPlaces } from './rendered-places.ts';
import type { TerraformFlow } from './terraform-flow.ts';

/** Judges lines of a file. */
export interface LineJudge {
  /** One judgement for each of some ascending lines, counted from 1. */
  judged(side: SideName, lines: readonly number[]): readonly Judgement[];
}

/** What judges of lines are made of. */
export interface JudgeContext {
  readonly file: ChangedFile;
  readonly input: LedgerInput;
  readonly rendered: RenderedPlaces;
  /** Where values of Terraform go, on each side. */
  readonly flows: { readonly [side in SideName]: TerraformFlow };
}
