import type { Span } from '../../source.ts';
import type { TfValue } from '../values/tf-value.ts';

/** A function of Terraform; `at` is the call. What it cannot tell is unknown. */
export type TfFunction = (args: readonly TfValue[], at: Span) => TfValue;
