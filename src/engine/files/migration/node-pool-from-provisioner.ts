import { asList, isObject, mappingOrEmpty } from '../../manifest/model/manifest.ts';
import { hasPlaceholder, holdsPlaceholder } from '../../manifest/yaml/placeholder.ts';
import { ownValue } from '../../text/own-value.ts';
import { DraftEntry, DraftList, DraftMap, DraftText, draftOfValue, ownComments } from './draft.ts';
import { firstIndex, migrateAnnotations, standingFor, withUnit } from './draft-fields.ts';
import { nodeClassSpecFromTemplate } from './node-class-from-template.ts';
import type { Remarks } from './remarks.ts';

const betaClass = { apiVersion: 'karpenter.k8s.aws/v1beta1', kind: 'EC2NodeClass' } as const;

/** Converts a v1alpha5 Provisioner to a v1beta1 NodePool. Returns the EC2NodeClass that its inline `provider` defines. */
export function nodePoolFromProvisioner(object: DraftMap, remarks: Remarks): DraftMap | undefined {
  object.set('apiVersion', 'karpenter.sh/v1beta1');
  object.set('kind', 'NodePool');
  migrateAnnotations(object.child('metadata'));
  const name = object.child('metadata')?.text('name') ?? '';
  const spec = object.childOrNew('spec');
  moveLimits(spec);
  const nodeClass = inlineClass(spec, name, remarks);
  moveTemplate(spec, name, remarks);
  moveDisruption(spec, remarks);

  return nodeClass;
}

/** `limits.resources` becomes `limits`. */
function moveLimits(spec: DraftMap): void {
  const limits = spec.child('limits');
  const entry = spec.entries[spec.index('limits')];
  if (limits === undefined || entry === undefined) return;

  const resources = limits.take('resources');
  if (resources === undefined || valueIsEmpty(resources)) {
    spec.drop('limits');
    return;
  }

  entry.comments.push(...ownComments(resources));
  entry.value = resources.value;
}

const valueIsEmpty = ({ value }: DraftEntry): boolean => {
  if (value instanceof DraftText) return value.value === null;
  return value.entries.length === 0;
};

const metadataFields = ['labels', 'annotations'];
const templateFields = [
  'requirements',
  'taints',
  'startupTaints',
  'kubeletConfiguration',
  'providerRef',
  'nodeClassRef',
];

function moveTemplate(spec: DraftMap, name: string, remarks: Remarks): void {
  const index = firstIndex(spec, [...metadataFields, ...templateFields]);
  const [metadata, templateSpec, template] = [new DraftMap([]), new DraftMap([]), new DraftMap([])];
  const keys = requirementKeys(spec, remarks);

  for (const { key } of [...spec.entries]) {
    if (metadataFields.includes(key)) metadata.insert(spec.take(key)!);
    if (templateFields.includes(key)) templateSpec.insert(spec.take(key)!);
  }

  // Entries before the first of them stay before the template.
  if (remarks.isPatch && metadata.isEmpty && templateSpec.isEmpty) return;

  spec.insert(new DraftEntry('template', template), Math.min(index, spec.entries.length));
  migrateAnnotations(metadata);
  if (!metadata.isEmpty) template.insert(new DraftEntry('metadata', metadata));
  template.insert(new DraftEntry('spec', templateSpec));
  nameClass(templateSpec, name, remarks);
  moveKubelet(templateSpec, remarks);
  writeRequirements(templateSpec, keys, remarks);
}

function nameClass(templateSpec: DraftMap, provisioner: string, remarks: Remarks): void {
  const ref = templateSpec.child('providerRef');
  if (remarks.isPatch && ref === undefined) return;

  templateSpec.rename('providerRef', 'nodeClassRef');

  if (ref === undefined && templateSpec.index('nodeClassRef') === -1)
    remarks.changed(
      ['spec'],
      `There is neither a \`providerRef\` nor a \`provider\`, so the class \`${provisioner}\` is assumed`,
    );

  const target = ref ?? templateSpec.childOrNew('nodeClassRef', 0);
  target.set('apiVersion', betaClass.apiVersion, 0);
  target.set('kind', betaClass.kind, target.index('apiVersion') + 1);
  target.set('name', target.value('name') ?? provisioner);
}

function moveKubelet(templateSpec: DraftMap, remarks: Remarks): void {
  const kubelet = templateSpec.child('kubeletConfiguration');
  templateSpec.rename('kubeletConfiguration', 'kubelet');
  if (kubelet?.index('containerRuntime') === undefined || kubelet.index('containerRuntime') === -1) return;

  remarks.dropped(
    ['spec', 'kubeletConfiguration', 'containerRuntime'],
    '`containerRuntime` is removed, because every node runs containerd',
  );

  kubelet.drop('containerRuntime');
  if (kubelet.isEmpty) templateSpec.drop('kubelet');
}

const instanceKeys = [
  'node.kubernetes.io/instance-type',
  'karpenter.k8s.aws/instance-family',
  'karpenter.k8s.aws/instance-category',
  'karpenter.k8s.aws/instance-generation',
];

/** Legacy spellings of keys, which mean the same label. */
const currentKeys: Record<string, string> = {
  'beta.kubernetes.io/arch': 'kubernetes.io/arch',
  'beta.kubernetes.io/os': 'kubernetes.io/os',
  'beta.kubernetes.io/instance-type': 'node.kubernetes.io/instance-type',
};

/** The keys of requirements and labels. */
function requirementKeys(spec: DraftMap, remarks: Remarks): ReadonlySet<string> {
  const [requirements, labels] = [spec.value('requirements'), spec.value('labels')];
  const items = asList(requirements);
  const keys = items.map((item) => (isObject(item) ? String(item.key) : ''));
  if (typeof requirements === 'string' || keys.some(hasPlaceholder))
    remarks.impossible(
      ['spec', 'requirements'],
      'The default `requirements` of v1alpha5 depend on the keys, which are placeholders',
      'Migrate the rendered manifest.',
    );

  return new Set([...keys, ...Object.keys(mappingOrEmpty(labels))].map((key) => ownValue(currentKeys, key) ?? key));
}

const inValues = (key: string, ...values: string[]) => ({ key, operator: 'In', values });

/** Adds the default requirements of the v1alpha5 webhook (SetDefaults of provider-aws's Provisioner). */
function writeRequirements(templateSpec: DraftMap, keys: ReadonlySet<string>, remarks: Remarks): void {
  if (remarks.isPatch && templateSpec.index('requirements') === -1) return;

  const added: { key: string; operator: string; values: string[] }[] = [];
  if (!keys.has('kubernetes.io/os')) added.push(inValues('kubernetes.io/os', 'linux'));
  if (!keys.has('kubernetes.io/arch')) added.push(inValues('kubernetes.io/arch', 'amd64'));
  if (!keys.has('karpenter.sh/capacity-type')) added.push(inValues('karpenter.sh/capacity-type', 'on-demand'));

  if (!instanceKeys.some((key) => keys.has(key))) {
    added.push(inValues('karpenter.k8s.aws/instance-category', 'c', 'm', 'r'));
    added.push({ key: 'karpenter.k8s.aws/instance-generation', operator: 'Gt', values: ['2'] });
  }

  if (added.length > 0) {
    const names = added.map(({ key }) => `\`${key}\``).join(', ');
    remarks.kept(
      ['spec', 'requirements'],
      `v1alpha5 had default requirements that newer APIs do not have, so they are added: ${names}`,
    );
  }

  const written = templateSpec.get('requirements');
  if (written instanceof DraftList && written.entries.length > 0) written.push(...added);
  else templateSpec.set('requirements', added);
}

const disruptionFields = ['consolidation', 'ttlSecondsAfterEmpty', 'ttlSecondsUntilExpired'];

/** v1alpha5 consolidated only if enabled, or removed empty nodes after a time. v1beta1 and v1 always have a policy. */
function moveDisruption(spec: DraftMap, remarks: Remarks): void {
  const index = firstIndex(spec, disruptionFields);
  const [consolidation, ttlEmpty, ttlExpired] = [
    spec.child('consolidation')?.value('enabled'),
    spec.get('ttlSecondsAfterEmpty'),
    spec.get('ttlSecondsUntilExpired'),
  ];

  const [consolidationEntry, emptyEntry, expiredEntry] = disruptionFields.map((field) => spec.take(field));

  if (consolidation !== undefined && holdsPlaceholder(consolidation))
    remarks.impossible(
      ['spec', 'consolidation', 'enabled'],
      'A placeholder decides whether nodes are consolidated, and the policy depends on it',
      'Migrate the rendered manifest.',
    );

  const disruption = new DraftMap([]);
  const isOn = consolidation === true;

  if (remarks.isPatch) {
    patchDisruption(spec, { isOn, consolidationEntry, emptyEntry, expiredEntry });
    return;
  }

  const policy = new DraftText(isOn ? 'WhenUnderutilized' : 'WhenEmpty');
  disruption.insert(standingFor('consolidationPolicy', policy, [consolidationEntry, isOn ? emptyEntry : undefined]));

  if (!isOn) disruption.insert(timed('consolidateAfter', ttlEmpty, emptyEntry));
  else if (emptyEntry !== undefined)
    remarks.dropped(
      ['spec', 'ttlSecondsAfterEmpty'],
      '`ttlSecondsAfterEmpty` is removed, because v1alpha5 refused it together with consolidation',
    );

  if (!isOn && !isSeconds(ttlEmpty))
    remarks.kept(['spec'], 'v1alpha5 did not remove nodes with these settings, so `consolidateAfter` is `Never`');
  disruption.insert(timed('expireAfter', ttlExpired, expiredEntry));

  if (!isSeconds(ttlExpired))
    remarks.kept(
      ['spec'],
      'Nodes did not expire in v1alpha5 but expire after 720h in newer APIs, so `expireAfter` is `Never`',
    );

  spec.insert(new DraftEntry('disruption', disruption), Math.min(index, spec.entries.length));
}

interface Fields {
  readonly isOn: boolean;
  readonly consolidationEntry: DraftEntry | undefined;
  readonly emptyEntry: DraftEntry | undefined;
  readonly expiredEntry: DraftEntry | undefined;
}

/** The disruption settings of a patch, without defaults. */
function patchDisruption(spec: DraftMap, { isOn, consolidationEntry, emptyEntry, expiredEntry }: Fields): void {
  const disruption = new DraftMap([]);

  if (consolidationEntry !== undefined || emptyEntry !== undefined) {
    const policy = new DraftText(isOn ? 'WhenUnderutilized' : 'WhenEmpty');
    disruption.insert(standingFor('consolidationPolicy', policy, [consolidationEntry]));
    if (!isOn) disruption.insert(timed('consolidateAfter', emptyEntry?.value, emptyEntry));
  }

  if (expiredEntry !== undefined) disruption.insert(timed('expireAfter', expiredEntry.value, expiredEntry));
  if (!disruption.isEmpty) spec.insert(new DraftEntry('disruption', disruption));
}

const isSeconds = (node: unknown): node is DraftText => node instanceof DraftText && node.value !== null;

/** A number of seconds as a duration, in place of the old entry. `Never` if there was none. */
function timed(key: string, seconds: unknown, old: DraftEntry | undefined): DraftEntry {
  const value = isSeconds(seconds) ? withUnit(seconds, 's') : new DraftText('Never');
  const entry = new DraftEntry(key, value, old?.written);
  entry.isMoved = old !== undefined;
  entry.comments = old?.comments ?? [];
  return entry;
}

/** An inline provider becomes a class with the name of the Provisioner. */
function inlineClass(spec: DraftMap, name: string, remarks: Remarks): DraftMap | undefined {
  const index = spec.index('provider');
  const provider = spec.child('provider');
  if (provider === undefined || provider.isEmpty) {
    spec.drop('provider');
    return undefined;
  }

  const entry = spec.take('provider')!;
  for (const field of ['apiVersion', 'kind']) provider.drop(field);
  entry.key = 'spec';
  spec.insert(new DraftEntry('nodeClassRef', draftOfValue({ name })), index);
  remarks.kept(['spec', 'provider'], `\`provider\` becomes a separate EC2NodeClass, \`${name}\``);
  nodeClassSpecFromTemplate(provider, remarks, ['spec', 'provider']);
  const nodeClass = draftOfValue({ ...betaClass, metadata: { name } });
  nodeClass.insert(entry);

  return nodeClass;
}
