import type { Source } from '../../text/source.ts';
import { type Hint, kubernetesMinor } from './hint.ts';

/** The field of an evaluated object of Terraform that names the Kubernetes version of its cluster, by the start of the object's text. */
const versionFields: readonly { readonly object: RegExp; readonly field: RegExp }[] = [
  { object: /^kind: "aws_eks_cluster"$/m, field: /^ {2}version: "?(?<value>[\d.]{3,10})"?$/dm },
  {
    object: /^ {2}source: "[^"\n]*\beks(?:\/aws)?\/?(?:\?[^"\n]*)?"$/m,
    field: /^ {2}(?:cluster|kubernetes)_version: "?(?<value>[\d.]{3,10})"?$/dm,
  },
];

/** The Kubernetes version in an object that Terraform creates: evaluated, so that the names of variables on the way to it do not matter. */
export function evaluatedHints(source: Source): Hint[] {
  if (source.origin?.tool !== 'terraform') return [];

  return versionFields.flatMap(({ object, field }): Hint[] => {
    const match = object.test(source.text) ? field.exec(source.text) : null;
    const value = kubernetesMinor(match?.groups?.value ?? '');
    if (!match || value === undefined) return [];

    const [start, end] = match.indices!.groups!.value!;
    return [{ topic: 'kubernetesVersion', value, span: { file: source.file, start, end }, isWeak: false }];
  });
}

/** Hints without those of evaluated objects whose place in the repository another hint has already. */
export function withoutRepeatedPlaces(hints: readonly Hint[], sources: readonly Source[]): readonly Hint[] {
  const evaluated = new Map(
    sources.flatMap((source) => {
      if (source.origin) return [[source.file, source.origin]];
      return [];
    }),
  );
  const written = hints.filter(({ topic, span }) => topic === 'kubernetesVersion' && !evaluated.has(span.file));
  if (written.length === 0) return hints;

  return hints.filter(({ topic, span }) => {
    const origin = topic === 'kubernetesVersion' ? evaluated.get(span.file) : undefined;
    const place = origin?.trace(span.start, span.end).span;
    return !written.some(
      (hint) => hint.span.file === place?.file && hint.span.start <= place.end && hint.span.end >= place.start,
    );
  });
}
