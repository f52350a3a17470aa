import type { Value } from '../manifest/manifest.ts';
import { holdsPlaceholder } from '../manifest/yaml/placeholder.ts';
import { DraftList, DraftMap, draftOfValue } from './draft.ts';
import { dropUnserved, migrateAnnotations, standingFor } from './draft-fields.ts';
import type { Remarks } from './remarks.ts';

/** Fields of v1 that v1beta1 did not have. */
const newInV1 = [
  ...['capacityReservationSelectorTerms', 'connectionTracking', 'cpuOptions', 'ipPrefixCount', 'kubelet'],
  ...['networkInterfaces', 'placementGroupSelector'],
];

/** Turns a v1beta1 EC2NodeClass into a v1 one (provider-aws pkg/apis/v1 ec2nodeclass_conversion.go at v1.0). */
export function nodeClassToV1(object: DraftMap, remarks: Remarks): void {
  object.set('apiVersion', 'karpenter.k8s.aws/v1');
  const metadata = object.child('metadata');
  const pin = metadata?.child('annotations')?.text('compatibility.karpenter.k8s.aws/v1-alias-version');
  migrateAnnotations(metadata);
  const spec = object.childOrNew('spec');
  dropUnserved(spec, newInV1, remarks, ['spec']);
  if (spec.index('launchTemplate') !== -1) {
    remarks.dropped(['spec', 'launchTemplate'], '`launchTemplate` is left out: v1beta1 already dropped it in silence');
    spec.drop('launchTemplate');
  }
  moveImages(spec, pin, remarks);
  moveTags(spec, remarks);
  keepHopLimit(spec, remarks);
}

/** v1 names the images: an alias where the old version took the family's newest by itself. */
function moveImages(spec: DraftMap, pin: string | undefined, remarks: Remarks): void {
  const family = spec.text('amiFamily') ?? 'AL2';
  const terms = spec.value('amiSelectorTerms');
  const hasTerms = Array.isArray(terms) ? terms.length > 0 : terms !== undefined && terms !== null;
  if (family === 'Ubuntu') {
    moveUbuntu(spec, hasTerms, remarks);
    return;
  }
  if (hasTerms) {
    keepIds(spec, remarks);
    if (!remarks.isPatch && spec.value('amiFamily') === undefined) spec.set('amiFamily', family, 0);
    return;
  }
  if (remarks.isPatch && spec.value('amiFamily') === undefined) return;
  if (remarks.isPatch) {
    remarks.impossible(
      ['spec', 'amiFamily'],
      'v1 names the images where the family stands alone, and whether it does depends on the object that this one patches',
      'Write `amiSelectorTerms`, or migrate the rendered manifest.',
    );
    return;
  }
  if (family === 'Custom') {
    remarks.impossible(
      ['spec', 'amiFamily'],
      'The family `Custom` needs `amiSelectorTerms`, and there are none',
      'Say which images the nodes start from.',
    );
    return;
  }
  if (holdsPlaceholder(family)) {
    remarks.impossible(
      ['spec', 'amiFamily'],
      'The image family is a placeholder here, and v1 writes it as an alias in small letters',
      'Write `amiSelectorTerms` with the alias yourself, or migrate the rendered manifest.',
    );
    return;
  }
  const isWindows = family.startsWith('Windows');
  const name = `${family.toLowerCase()}@${isWindows ? 'latest' : (pin ?? 'latest')}`;
  if (isWindows && pin !== undefined && pin !== 'latest')
    remarks.changed(['metadata', 'annotations'], `v1 pins no Windows images, so the version \`${pin}\` is left out`);
  const alias: Value = [{ alias: name }];
  spec.drop('amiSelectorTerms');
  const index = spec.index('amiFamily');
  if (index === -1) spec.set('amiSelectorTerms', alias, 0);
  else spec.insert(standingFor('amiSelectorTerms', draftOfValue(alias), [spec.take('amiFamily')]), index);
  remarks.kept(
    ['spec', 'amiFamily'],
    `v1beta1 took the newest \`${family}\` image by itself, so the alias \`${name}\` is written`,
  );
}

/** Where a term named an id, v1beta1 looked at nothing else of it; v1 refuses the rest. */
function keepIds(spec: DraftMap, remarks: Remarks): void {
  const terms = spec.get('amiSelectorTerms');
  if (!(terms instanceof DraftList)) return;
  for (const [i, { value: term }] of terms.entries.entries()) {
    if (!(term instanceof DraftMap) || term.index('id') === -1 || term.entries.length === 1) continue;
    remarks.dropped(['spec', 'amiSelectorTerms', i], 'The term has an id, and v1beta1 looked at nothing else of it');
    for (const { key } of [...term.entries]) if (key !== 'id') term.drop(key);
  }
}

/** The root volume that Karpenter gave Ubuntu nodes by itself, which v1's AL2 does not. */
const ubuntuVolumes: Value = [
  { deviceName: '/dev/sda1', rootVolume: true, ebs: { encrypted: true, volumeSize: '20Gi', volumeType: 'gp3' } },
];

/** v1 has no family Ubuntu; the webhook treated it as AL2, whose bootstrap it shares. */
function moveUbuntu(spec: DraftMap, hasTerms: boolean, remarks: Remarks): void {
  if (!hasTerms)
    remarks.impossible(
      ['spec', 'amiFamily'],
      'v1 has no family `Ubuntu` and no alias for it, so nothing says which image to take',
      'Add `amiSelectorTerms` with the name and owner of the image.',
    );
  else
    remarks.changed(
      ['spec', 'amiFamily'],
      'v1 has no family `Ubuntu`: the images start as `AL2`, whose bootstrap they share',
    );
  spec.set('amiFamily', 'AL2');
  if (!hasTerms) spec.drop('amiSelectorTerms');
  const volumes = spec.value('blockDeviceMappings');
  if (volumes === undefined || volumes === null || (Array.isArray(volumes) && volumes.length === 0)) {
    spec.drop('blockDeviceMappings');
    spec.set('blockDeviceMappings', ubuntuVolumes);
    remarks.kept(['spec'], 'The root volume that v1beta1 gave Ubuntu nodes by itself is written out');
  }
}

/** Tags that Karpenter 1.x sets itself and refuses in a class. */
function moveTags(spec: DraftMap, remarks: Remarks): void {
  const tags = spec.child('tags');
  const tag = 'eks:eks-cluster-name';
  if (tags === undefined || tags.index(tag) === -1) return;
  remarks.dropped(
    ['spec', 'tags', tag],
    `The tag \`${tag}\` is left out: Karpenter sets it by itself, and v1 refuses it here`,
  );
  tags.drop(tag);
  if (tags.isEmpty) spec.drop('tags');
}

/** What stands for a hop limit left out before v1, where v1 has one hop. */
const oldHopLimit = 2;

function keepHopLimit(spec: DraftMap, remarks: Remarks): void {
  if (remarks.isPatch || spec.child('metadataOptions')?.value('httpPutResponseHopLimit') !== undefined) return;
  const written = spec.value('metadataOptions');
  if (typeof written === 'string') {
    remarks.impossible(
      ['spec', 'metadataOptions'],
      '`metadataOptions` is a placeholder here, and its default hop limit has changed',
      'Migrate the rendered manifest.',
    );
    return;
  }
  spec.childOrNew('metadataOptions').set('httpPutResponseHopLimit', oldHopLimit);
  remarks.kept(
    ['spec', 'metadataOptions'],
    `\`metadataOptions.httpPutResponseHopLimit\` stays ${oldHopLimit}, its old default; v1 would take 1`,
  );
}
