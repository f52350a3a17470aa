import type { TfValue } from '../values/tf-value.ts';

/** The outputs of a public module that only repeat its inputs, by name, from the values of the inputs that a call sets. */
export type RepeatedOutputs = (input: (name: string) => TfValue | undefined) => ReadonlyMap<string, TfValue>;

/** What knows such outputs, by the source of the module. */
export interface OutputsOfModules {
  repeatedOutputs?(source: string): RepeatedOutputs | undefined;
}
