import type { TfUnknown, TfValue } from '../values/tf-value.ts';

/**
 * The outputs of a public module that its inputs show, by name, from the values of the inputs that a call sets. All other outputs are those of the
 * unknown `module`.
 */
export type RepeatedOutputs = (
  input: (name: string) => TfValue | undefined,
  module: TfUnknown,
) => ReadonlyMap<string, TfValue>;

/** What knows such outputs, by the source of the module. */
export interface OutputsOfModules {
  repeatedOutputs?(source: string): RepeatedOutputs | undefined;
}
