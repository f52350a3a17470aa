import { asList, asMapping, asText, type Manifest, type Path } from '../../../manifest/model/manifest.ts';
import { itemsAt } from '../../../manifest/shown-items.ts';
import { isClosed, seenIn } from '../../../text/evidence.ts';

/** An expression of required node affinity as written in the manifest. */
export interface NodeExpression {
  readonly path: Path;
  readonly key: string;
  readonly operator: string;
  readonly values: readonly string[];
}

/** A term of required node affinity. A node has to match all expressions of one term. */
export interface NodeTerm {
  /** Those of `matchExpressions`, which concern labels. */
  readonly expressions: readonly NodeExpression[];
  /** Those of `matchFields`, which concern the name of the node. */
  readonly fields: readonly NodeExpression[];
}

/** Where an `affinity` has the terms of required node affinity. */
export const nodeTermsPath = (affinity: Path): Path => [
  ...affinity,
  ...['nodeAffinity', 'requiredDuringSchedulingIgnoredDuringExecution', 'nodeSelectorTerms'],
];

/** Whether node affinity, or one of its terms, may require more than what is shown. */
export const mayHaveMoreTerms = (manifest: Manifest, affinity: Path): boolean => {
  const terms = itemsAt(manifest, nodeTermsPath(affinity));
  const lists = seenIn(terms).flatMap(({ path }) =>
    ['matchExpressions', 'matchFields'].map((list) => itemsAt(manifest, [...path, list])),
  );
  return ![terms, ...lists].every((items) => isClosed(items));
};

/** The terms of required node affinity below the path of an `affinity`. A node has to match one of them. */
export const requiredNodeTerms = (manifest: Manifest, affinity: Path): readonly NodeTerm[] =>
  asList(manifest.get(nodeTermsPath(affinity))).map((_, index) => {
    const at = (list: string): readonly NodeExpression[] => {
      const path = [...nodeTermsPath(affinity), index, list];
      return asList(manifest.get(path)).map((item, place) => expressionOf(item, [...path, place]));
    };
    return { expressions: at('matchExpressions'), fields: at('matchFields') };
  });

function expressionOf(value: Parameters<typeof asMapping>[0], path: Path): NodeExpression {
  const { key, operator, values } = asMapping(value) ?? {};
  return {
    path,
    key: asText(key) ?? '',
    operator: asText(operator) ?? '',
    values: asList(values).map((item) => asText(item) ?? ''),
  };
}
