import type { Value } from '../manifest/manifest.ts';
import { carriedMetadata, compacted, type Fields, fieldsOf, nonEmpty, textOf, without } from './fields.ts';
import { v1Ami } from './from-v1beta1.ts';
import { hopLimitNote, v1beta1MetadataOptions } from './metadata-options.ts';
import type { Migrated } from './to-v1.ts';

/** A v1alpha1 AWSNodeTemplate as a v1 EC2NodeClass. */
export function nodeClassFromTemplate(object: Fields): Migrated {
  const { spec, notes } = nodeClassSpec(fieldsOf(object.spec));
  const metadata = carriedMetadata(object.metadata);
  return { nodeClass: { apiVersion: 'karpenter.k8s.aws/v1', kind: 'EC2NodeClass', metadata, spec }, notes };
}

const replaced = ['apiVersion', 'kind', 'amiFamily', 'amiSelector', 'launchTemplate', 'metadataOptions'];
const selectors = ['subnetSelector', 'securityGroupSelector'];

/** The spec of a class from the fields of an AWSNodeTemplate, which a Provisioner's inline `provider` shares. */
export function nodeClassSpec(template: Fields): { spec: Fields; notes: string[] } {
  const amiTerms = nonEmpty(template.amiSelector) === undefined ? [] : selectorTerms(fieldsOf(template.amiSelector));
  const ami = v1Ami(textOf(template.amiFamily) ?? 'AL2', amiTerms);
  const notes = [...ami.notes, ...hopLimitNote(template.metadataOptions)];
  if (template.launchTemplate !== undefined) {
    notes.push('What `launchTemplate` sets is unknown here, and v1 takes none.');
  }
  if (template.instanceProfile === undefined) {
    notes.push('The node role is not named: v1alpha1 took `defaultInstanceProfile` of the global settings.');
  }
  const spec = compacted({
    ...ami.fields,
    ...without(template, [...replaced, ...selectors]),
    subnetSelectorTerms: terms(template.subnetSelector),
    securityGroupSelectorTerms: terms(template.securityGroupSelector),
    metadataOptions: v1beta1MetadataOptions(template.metadataOptions),
  });
  return { spec, notes };
}

const terms = (selector: Value | undefined): readonly Fields[] | undefined => {
  const fields = nonEmpty(selector);
  return fields === undefined ? undefined : selectorTerms(fields);
};

/** More terms than this come of no real selector. */
const mostTerms = 100;

/**
 * Terms that select what a v1alpha1 map did. Values hold alternatives between commas, which become one term each; entries of the map all had
 * to match, so they stand together in every term.
 */
function selectorTerms(selector: Fields): readonly Fields[] {
  let found: { readonly [key: string]: Value }[] = [{}];
  for (const key of Object.keys(selector).sort()) {
    const values = (textOf(selector[key]) ?? '').split(',').map((value) => value.trim());
    found = found.flatMap((term) => values.map((value) => withSelector(term, key, value))).slice(0, mostTerms);
  }
  // An id selects by itself, and v1 lets nothing stand beside it.
  const byId = found.filter((term) => term.id !== undefined).map(({ id }) => ({ id: id! }));
  return byId.length > 0 ? byId : found;
}

function withSelector(term: Fields, key: string, value: string): Fields {
  switch (key) {
    case 'aws-ids':
    case 'aws::ids':
      return { ...term, id: value };
    case 'aws::name':
      return { ...term, name: value };
    case 'aws::owners':
      return { ...term, owner: value };
    default:
      return { ...term, tags: { ...fieldsOf(term.tags), [key]: value } };
  }
}
