import type { Span } from '../../../text/source.ts';
import type { TfValue } from '../values/tf-value.ts';

/** A Terraform function; `at` is the place of the call. If the result cannot be determined, it is unknown. */
export type TfFunction = (args: readonly TfValue[], at: Span) => TfValue;
