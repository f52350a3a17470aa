import { blocksOf } from '../../../changes/diff/conditional-parts.ts';
import { label, normalizeLabel, schedulingLabels } from '../../../karpenter/api/labels.ts';
import {
  asList,
  asMapping,
  isObject,
  type Manifest,
  type Mapping,
  mappingOrEmpty,
  type Value,
} from '../../../manifest/model/manifest.ts';
import { isLeftOut, isLeftToValues } from '../../../manifest/templated-fields.ts';
import { hasPlaceholder, holdsPlaceholder, unknownValue } from '../../../manifest/yaml/placeholder.ts';

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

  const decided = (from: Mapping, names: readonly string[]): Mapping =>
    Object.fromEntries(Object.entries(from).filter(([key, value]) => !names.includes(key) || !holdsPlaceholder(value)));

  return {
    ...decided(spec, indifferent),
    template: {
      ...template,
      metadata: { labels: Object.fromEntries(labels.filter((entry) => !entry.some(holdsPlaceholder))) },
      spec: {
        ...decided(node, ['taints', 'startupTaints']),
        nodeClassRef: named(mappingOrEmpty(node.nodeClassRef)),
        requirements: requirements.filter((requirement) => !holdsPlaceholder(requirement)),
      },
    },
  };
}

/** A class whose name is unknown cannot be found, and its defaults are assumed. */
const named = (reference: Mapping): Mapping => {
  if (hasPlaceholder(reference.name)) return { ...reference, name: 'unknown' };
  return reference;
};

const isDecisive = (key: string): boolean => {
  const name = normalizeLabel(key);
  if (hasPlaceholder(key)) return false;
  return name !== label.zone && schedulingLabels.has(name);
};

const decides = (requirement: Value): boolean =>
  !isObject(requirement) ||
  typeof requirement.key !== 'string' ||
  hasPlaceholder(requirement.key) ||
  isDecisive(requirement.key);

/**
 * The spec of a NodePool. Requirements that the default values of a chart leave without values have unknown ones. In a template that is not
 * rendered, requirements that seem to be missing are unknown, because a line of the template may add them, and so are those of one label that
 * are in the same block: they are its branches.
 */
export function specWithUnknowns(object: Mapping, manifest: Manifest): Mapping {
  const spec = mappingOrEmpty(object.spec);
  const isGuessed = manifest.source.origin?.isGuessed === true;
  if (!isGuessed && !manifest.isPartial) return spec;

  const template = mappingOrEmpty(spec.template);
  const node = mappingOrEmpty(template.spec);
  if (manifest.isPartial && !Array.isArray(node.requirements))
    return { ...spec, template: { ...template, spec: { ...node, requirements: unknownValue } } };
  if (isGuessed && isLeftToUsers(node.requirements, manifest))
    return { ...spec, template: { ...template, spec: { ...node, requirements: unknownValue } } };
  if (!Array.isArray(node.requirements)) return spec;

  const written = node.requirements as readonly Value[];
  const decided = manifest.isPartial ? withoutBranches(written, manifest) : written;
  const requirements = isGuessed ? decided.map(filled) : decided;

  return { ...spec, template: { ...template, spec: { ...node, requirements } } };
}

/** Whether a chart leaves all requirements to the values of its users, so that the default values show none. */
function isLeftToUsers(requirements: Value | undefined, manifest: Manifest): boolean {
  const path = ['spec', 'template', 'spec', 'requirements'];
  return isEmptyList(requirements) && (manifest.get(path) === undefined ? isLeftToValues : isLeftOut)(manifest, path);
}

function withoutBranches(requirements: readonly Value[], manifest: Manifest): readonly Value[] {
  const path = ['spec', 'template', 'spec', 'requirements'];
  if (asList(manifest.get(path)).length !== requirements.length) return requirements;

  const blocks = blocksOf(manifest);
  const places = requirements.map((requirement, i) => {
    const at = manifest.span([...path, i]).start;
    const block = blocks.findIndex(({ start, end }) => start < at && at < end);
    if (block === -1) return `item ${i}`;
    return JSON.stringify([block, asMapping(requirement)?.key ?? null]);
  });

  return requirements.map((requirement, i) => {
    if (isObject(requirement) && places.indexOf(places[i]!) !== places.lastIndexOf(places[i]!))
      return { ...requirement, values: [unknownValue] };

    return requirement;
  });
}

const filled = (requirement: Value): Value => {
  if (isObject(requirement) && /^(?:Not)?In$/.test(String(requirement.operator)) && isEmptyList(requirement.values))
    return { ...requirement, values: [unknownValue] };

  return requirement;
};

const isEmptyList = (value: Value | undefined): boolean =>
  value === undefined || value === null || (Array.isArray(value) && value.length === 0);
