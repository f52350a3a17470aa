import type { NodeOverlay } from '../../../karpenter/api/node-overlay.ts';
import type { NodeSelectorRequirement } from '../../../karpenter/api/pod.ts';
import { parseResource } from '../../../karpenter/api/quantity.ts';
import { requirementProblems } from '../../../karpenter/api/requirement-validation.ts';
import { groupOf, type Manifest } from '../../../manifest/model/manifest.ts';
import { hasPlaceholder } from '../../../manifest/yaml/placeholder.ts';
import { listOf, mapOf, objectWith, type Reader, readNumber, readQuantity, readText } from '../input/value-reader.ts';

type Spec = NodeOverlay['spec'];

const readOverlay: Reader<NodeOverlay> = objectWith<NodeOverlay>(
  {
    metadata: objectWith<NodeOverlay['metadata']>({ name: readText }, { required: ['name'] }),
    spec: objectWith<Spec>({
      requirements: listOf(
        objectWith<NodeSelectorRequirement>(
          { key: readText, operator: readText, values: listOf(readText) },
          { required: ['key', 'operator'] },
        ),
      ),
      price: readText,
      priceAdjustment: readText,
      capacity: mapOf(readQuantity),
      weight: readNumber,
    }),
  },
  { required: ['metadata', 'spec'] },
);

/** Whether a manifest is a NodeOverlay. */
const isNodeOverlay = ({ kind, apiVersion }: Manifest): boolean =>
  kind === 'NodeOverlay' && groupOf(apiVersion) === 'karpenter.sh';

/** Reads a NodeOverlay; undefined if the manifest is another object or has placeholders in fields that take effect. */
export const readNodeOverlay = (manifest: Manifest): NodeOverlay | undefined => {
  if (isNodeOverlay(manifest) && !hasPlaceholder(manifest.object.spec)) return readOverlay(manifest.object);
  return undefined;
};

/** Resources that every instance type has. An overlay must not change them. */
const reserved: ReadonlySet<string> = new Set(['cpu', 'memory', 'ephemeral-storage', 'pods']);

const price = /^\d+(\.\d+)?$/;
const adjustment = /^([+-](?:\d+(?:\.\d+)?|\.\d+)|\+(?:\d+(?:\.\d+)?|\.\d+)%|-\d{1,2}(\.\d+)?%|-100%)$/;

/**
 * Whether Karpenter uses an overlay: the API server accepts its price, and the controller accepts its requirements and
 * capacity.
 * Source: core pkg/apis/v1alpha1/{nodeoverlay,nodeoverlay_validation}.go.
 */
export function isValidOverlay({ spec }: NodeOverlay): boolean {
  const { requirements = [], capacity = {} } = spec;
  if (spec.price !== undefined && (spec.priceAdjustment !== undefined || !price.test(spec.price))) return false;
  if (spec.priceAdjustment !== undefined && !adjustment.test(spec.priceAdjustment)) return false;

  const isWrong = (requirement: NodeSelectorRequirement): boolean =>
    requirementProblems(requirement).length > 0 ||
    (requirement.operator === 'NotIn' && (requirement.values ?? []).length === 0);

  return (
    !requirements.some(isWrong) &&
    !Object.entries(capacity).some(([name, amount]) => reserved.has(name) || parseResource(name, amount) === undefined)
  );
}

/**
 * The price after an overlay's `price` or `priceAdjustment`, at least 0. Source: core pkg/cloudprovider/types.go
 * AdjustedPrice.
 */
export function adjustedPrice(usd: number, change: string): number {
  if (!/^[+-]/.test(change)) return Number(change);
  const amount = Number(change.replace(/%$/, ''));
  return Math.max(0, change.endsWith('%') ? usd * (1 + amount / 100) : usd + amount);
}
