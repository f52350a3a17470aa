import { label, normalizeLabel, schedulingLabels } from '../../api/labels.ts';
import { isObject, type Manifest, type Mapping, type Value } from '../../manifest/manifest.ts';
import { hasPlaceholder, holdsPlaceholder, unknownValue } from '../../manifest/yaml/placeholder.ts';
import { mappingOrEmpty } from '../value-reader.ts';

/** Fields that decide how many nodes there are and which pods they run, but not which instance types a NodePool can launch. */
const indifferent = ['weight', 'replicas', 'limits'] as const;

/**
 * The spec of a NodePool without placeholders, if none of them decides which instance types it can launch; undefined otherwise. Labels of the
 * user's own do not, and neither do taints. Zones that are unknown are left to what nodes have by default.
 */
export function decidedSpec(spec: Mapping): Mapping | undefined {
  const template = mappingOrEmpty(spec.template);
  const node = mappingOrEmpty(template.spec);
  const labels = Object.entries(mappingOrEmpty(mappingOrEmpty(template.metadata).labels));
  const requirements = Array.isArray(node.requirements) ? (node.requirements as readonly Value[]) : [];
  const decisive = [
    ...labels.filter(([key]) => isDecisive(key)).map(([, value]) => value),
    ...requirements.filter(decides),
  ];
  if ([spec.template, template.spec, template.metadata, node.requirements].some(hasPlaceholder)) return undefined;
  if (decisive.some(holdsPlaceholder)) return undefined;
  const known = (from: Mapping, names: readonly string[]): Mapping =>
    Object.fromEntries(Object.entries(from).filter(([key, value]) => !names.includes(key) || !holdsPlaceholder(value)));
  return {
    ...known(spec, indifferent),
    template: {
      ...template,
      metadata: { labels: Object.fromEntries(labels.filter((entry) => !entry.some(holdsPlaceholder))) },
      spec: {
        ...known(node, ['taints', 'startupTaints']),
        nodeClassRef: named(mappingOrEmpty(node.nodeClassRef)),
        requirements: requirements.filter((requirement) => !holdsPlaceholder(requirement)),
      },
    },
  };
}

/** A class whose name is unknown cannot be found, and its defaults are assumed. */
const named = (reference: Mapping): Mapping =>
  hasPlaceholder(reference.name) ? { ...reference, name: 'unknown' } : reference;

const isDecisive = (key: string): boolean => {
  const name = normalizeLabel(key);
  return hasPlaceholder(key) ? false : name !== label.zone && schedulingLabels.has(name);
};

const decides = (requirement: Value): boolean =>
  !isObject(requirement) ||
  typeof requirement.key !== 'string' ||
  hasPlaceholder(requirement.key) ||
  isDecisive(requirement.key);

/**
 * The spec of a NodePool. Requirements that the default values of a chart leave without values have unknown ones. In a template that is not
 * rendered, requirements that seem to be missing are unknown, because a line of the template may add them.
 */
export function specWithUnknowns(object: Mapping, manifest: Manifest): Mapping {
  const spec = mappingOrEmpty(object.spec);
  const isGuessed = manifest.source.origin?.isGuessed === true;
  if (!isGuessed && !manifest.isPartial) return spec;
  const template = mappingOrEmpty(spec.template);
  const node = mappingOrEmpty(template.spec);
  if (manifest.isPartial && !Array.isArray(node.requirements))
    return { ...spec, template: { ...template, spec: { ...node, requirements: unknownValue } } };
  if (!isGuessed) return spec;
  if (!Array.isArray(node.requirements)) return spec;
  const requirements = (node.requirements as readonly Value[]).map(filled);
  return { ...spec, template: { ...template, spec: { ...node, requirements } } };
}

const filled = (requirement: Value): Value =>
  isObject(requirement) && /^(?:Not)?In$/.test(String(requirement.operator)) && isEmptyList(requirement.values)
    ? { ...requirement, values: [unknownValue] }
    : requirement;

const isEmptyList = (value: Value | undefined): boolean =>
  value === undefined || value === null || (Array.isArray(value) && value.length === 0);
