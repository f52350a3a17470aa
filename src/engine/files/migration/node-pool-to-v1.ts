import { holdsPlaceholder } from '../../manifest/yaml/placeholder.ts';
import { type DraftEntry, DraftMap, DraftText, dataOf } from './draft.ts';
import { dropUnserved, migrateAnnotations } from './draft-fields.ts';
import type { Remarks } from './remarks.ts';

const awsGroup = 'karpenter.k8s.aws';

/**
 * Converts a v1beta1 NodePool to v1 (core pkg/apis/v1 nodepool_conversion.go at v1.0). Returns its kubelet settings, which v1 has in the
 * EC2NodeClass.
 */
export function nodePoolToV1(object: DraftMap, remarks: Remarks): DraftEntry | undefined {
  object.set('apiVersion', 'karpenter.sh/v1');
  migrateAnnotations(object.child('metadata'));
  const spec = object.child('spec');
  if (spec === undefined) {
    // A placeholder cannot be migrated, but a missing spec can.
    if (object.index('spec') !== -1) object.childOrNew('spec');
    return undefined;
  }

  const hasExpiry = spec.child('disruption')?.value('expireAfter') !== undefined;
  if (spec.index('template') === -1 && !hasExpiry) return withoutTemplate(spec, remarks);

  const template = spec.childOrNew('template');
  migrateAnnotations(template.child('metadata'));
  dropUnserved(spec, ['replicas'], remarks, ['spec']);
  const templateSpec = template.childOrNew('spec');
  dropUnserved(templateSpec, ['expireAfter', 'terminationGracePeriod'], remarks, ['spec', 'template', 'spec']);

  if (templateSpec.index('resources') !== -1) {
    remarks.dropped(
      ['spec', 'template', 'spec', 'resources'],
      '`resources` is removed, because it never had an effect',
    );

    templateSpec.drop('resources');
  }

  moveClassRef(templateSpec, remarks);
  moveDisruption(spec, templateSpec, remarks);
  const settings = templateSpec.child('kubelet');
  if (settings !== undefined)
    dropUnserved(settings, ['containerRuntime'], remarks, ['spec', 'template', 'spec', 'kubelet']);

  const kubelet = templateSpec.take('kubelet');
  if (kubelet === undefined || isEmpty(kubelet)) return undefined;
  return kubelet;
}

/** Migrates a NodePool, or a patch of one, without a node template. */
function withoutTemplate(spec: DraftMap, remarks: Remarks): undefined {
  moveDisruption(spec, new DraftMap([]), remarks);
  return undefined;
}

const isEmpty = ({ value }: DraftEntry): boolean => {
  const plain = dataOf(value);
  return plain === null || (typeof plain === 'object' && Object.keys(plain).length === 0);
};

/** v1beta1 refers to the class with an apiVersion, v1 with a group. Both default to the AWS provider's. */
function moveClassRef(templateSpec: DraftMap, remarks: Remarks): void {
  const path = ['spec', 'template', 'spec', 'nodeClassRef'];
  const written = templateSpec.value('nodeClassRef');
  if (written === undefined) return;

  const ref = templateSpec.child('nodeClassRef');
  if (ref === undefined) {
    remarks.impossible(path, '`nodeClassRef` is a placeholder', 'Migrate the rendered manifest.');
    return;
  }

  const apiVersion = ref.text('apiVersion');
  const hasGroup = apiVersion?.includes('/') === true;
  if (apiVersion !== undefined && !hasGroup)
    remarks.changed([...path, 'apiVersion'], `\`${apiVersion}\` has no group, so \`${awsGroup}\` is used`);
  // v1beta1 silently dropped a group.
  ref.drop('group');
  const index = Math.max(0, ref.index('apiVersion'));
  if (ref.index('apiVersion') === -1) ref.set('group', awsGroup, index);
  else {
    ref.rename('apiVersion', 'group');
    ref.set('group', hasGroup ? apiVersion.split('/')[0]! : awsGroup);
  }

  if (ref.value('kind') === undefined || ref.value('kind') === null) {
    ref.drop('kind');
    ref.set('kind', 'EC2NodeClass', ref.index('group') + 1);
  }
}

/**
 * WhenUnderutilized acted immediately, so it gets `0s`. The webhook does the same even if consolidateAfter was `Never`, which turns
 * consolidation on. We keep `Never`, because the manifest asks for it.
 */
function moveDisruption(spec: DraftMap, templateSpec: DraftMap, remarks: Remarks): void {
  const index = spec.index('disruption');
  if (index === -1) return;

  const disruption = spec.child('disruption');
  if (disruption === undefined) {
    // Without the block, v1 behaves like v1beta1.
    if (dataOf(spec.entries[index]!.value) === null) spec.drop('disruption');
    else remarks.impossible(['spec', 'disruption'], '`disruption` is a placeholder', 'Migrate the rendered manifest.');
    return;
  }

  const expireAfter = disruption.take('expireAfter');
  if (expireAfter !== undefined && dataOf(expireAfter.value) !== null) templateSpec.insert(expireAfter);

  if (disruption.isEmpty) {
    spec.drop('disruption');
    return;
  }

  movePolicy(disruption, remarks);
}

function movePolicy(disruption: DraftMap, remarks: Remarks): void {
  const path = ['spec', 'disruption'];
  const policy = disruption.value('consolidationPolicy') ?? 'WhenUnderutilized';
  const after = disruption.value('consolidateAfter') ?? undefined;

  if (holdsPlaceholder(policy)) {
    remarks.impossible(
      [...path, 'consolidationPolicy'],
      'The consolidation policy is a placeholder, and its values have new names',
      'Migrate the rendered manifest.',
    );

    return;
  }

  if (policy === 'WhenUnderutilized' && disruption.value('consolidationPolicy') !== undefined)
    disruption.set('consolidationPolicy', 'WhenEmptyOrUnderutilized');
  if (policy === 'WhenEmpty') return;
  if (remarks.isPatch && disruption.value('consolidationPolicy') === undefined) return;

  if (after === undefined) disruption.set('consolidateAfter', '0s', disruption.index('consolidationPolicy') + 1);
  else if (after === 'Never')
    remarks.kept(
      [...path, 'consolidateAfter'],
      "`consolidateAfter` stays `Never`, which keeps consolidation off. Karpenter's own conversion would turn it on",
    );
  else
    remarks.changed(
      [...path, 'consolidateAfter'],
      `v1beta1 refused \`consolidateAfter\` with \`${policy}\`. v1 accepts it and waits that long`,
    );

  if (Array.isArray(disruption.value('budgets')) && (disruption.value('budgets') as readonly unknown[]).length === 0)
    remarks.kept(
      [...path, 'budgets'],
      "`budgets` stays empty, which allows all disruption at the same time. Karpenter's own conversion would set the default of 10%",
    );
}

/** Adds v1beta1's defaults as v1 fields, for code that reads objects in memory. */
export function writeDefaults(object: DraftMap): void {
  const spec = object.childOrNew('spec');
  const disruption = spec.childOrNew('disruption');
  disruption.set('consolidationPolicy', disruption.value('consolidationPolicy') ?? 'WhenEmptyOrUnderutilized');
  if (disruption.value('consolidateAfter') === undefined && disruption.value('consolidationPolicy') !== 'WhenEmpty')
    disruption.set('consolidateAfter', new DraftText('0s'));

  const templateSpec = spec.childOrNew('template').childOrNew('spec');
  templateSpec.set('expireAfter', templateSpec.value('expireAfter') ?? '720h');
}
