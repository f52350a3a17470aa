import type { Value } from '../../manifest/model/manifest.ts';
import { holdsPlaceholder } from '../../manifest/yaml/placeholder.ts';
import { DraftList, DraftMap, draftOfValue } from './draft.ts';
import { dropUnserved, migrateAnnotations, standingFor } from './draft-fields.ts';
import type { Remarks } from './remarks.ts';

/** The fields that v1 has and v1beta1 does not. */
const newInV1 = [
  ...['capacityReservationSelectorTerms', 'connectionTracking', 'cpuOptions', 'ipPrefixCount', 'kubelet'],
  ...['networkInterfaces', 'placementGroupSelector'],
];

/** Converts a v1beta1 EC2NodeClass to v1 (provider-aws pkg/apis/v1 ec2nodeclass_conversion.go at v1.0). */
export function nodeClassToV1(object: DraftMap, remarks: Remarks): void {
  object.set('apiVersion', 'karpenter.k8s.aws/v1');
  const metadata = object.child('metadata');
  const pin = metadata?.child('annotations')?.text('compatibility.karpenter.k8s.aws/v1-alias-version');
  migrateAnnotations(metadata);
  const spec = object.childOrNew('spec');
  dropUnserved(spec, newInV1, remarks, ['spec']);

  if (spec.index('launchTemplate') !== -1) {
    remarks.dropped(
      ['spec', 'launchTemplate'],
      '`launchTemplate` is removed, because v1beta1 already silently dropped it',
    );

    spec.drop('launchTemplate');
  }

  moveImages(spec, pin, remarks);
  moveTags(spec, remarks);
  keepHopLimit(spec, remarks);
}

/** v1 requires images. The migration writes an alias where the old version used the newest image of the family by default. */
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

  const obstacle = aliasObstacle(family, remarks);
  if (obstacle) remarks.impossible(['spec', 'amiFamily'], ...obstacle);
  else addAlias(spec, { family, pin }, remarks);
}

/** Why the family of a node class without terms has no alias, and what to do. */
function aliasObstacle(family: string, { isPatch }: Remarks): readonly [why: string, help: string] | undefined {
  if (isPatch)
    return [
      'v1 requires an alias if the node class has no `amiSelectorTerms`, and a patch does not show whether it has them',
      'Write `amiSelectorTerms`, or migrate the rendered manifest.',
    ];

  if (family === 'Custom')
    return [
      'The family `Custom` requires `amiSelectorTerms`, which are missing',
      'Add `amiSelectorTerms` with the images for the nodes.',
    ];

  if (!holdsPlaceholder(family)) return undefined;

  return [
    'The image family is a placeholder, but v1 needs it as an alias in lowercase letters',
    'Add `amiSelectorTerms` with the alias, or migrate the rendered manifest.',
  ];
}

interface DefaultImage {
  readonly family: string;
  /** The version that the images are pinned to. */
  readonly pin: string | undefined;
}

function addAlias(spec: DraftMap, { family, pin }: DefaultImage, remarks: Remarks): void {
  const isWindows = family.startsWith('Windows');
  const release = isWindows ? 'latest' : (pin ?? 'latest');
  const name = `${family.toLowerCase()}@${release}`;
  if (isWindows && pin !== undefined && pin !== 'latest')
    remarks.changed(['metadata', 'annotations'], `v1 cannot pin Windows images, so the version \`${pin}\` is removed`);

  const alias: Value = [{ alias: name }];
  spec.drop('amiSelectorTerms');
  const index = spec.index('amiFamily');
  if (index === -1) spec.set('amiSelectorTerms', alias, 0);
  else spec.insert(standingFor('amiSelectorTerms', draftOfValue(alias), [spec.take('amiFamily')]), index);

  remarks.kept(
    ['spec', 'amiFamily'],
    `v1beta1 used the newest \`${family}\` image by default, so the alias \`${name}\` is added`,
  );
}

/** In a term with an id, v1beta1 ignored all other fields, which v1 refuses. */
function keepIds(spec: DraftMap, remarks: Remarks): void {
  const terms = spec.get('amiSelectorTerms');
  if (!(terms instanceof DraftList)) return;
  for (const [i, { value: term }] of terms.entries.entries()) {
    if (!(term instanceof DraftMap) || term.index('id') === -1 || term.entries.length === 1) continue;
    remarks.dropped(['spec', 'amiSelectorTerms', i], 'The term has an id, so v1beta1 ignored its other fields');
    for (const { key } of [...term.entries]) if (key !== 'id') term.drop(key);
  }
}

/** The default root volume of Ubuntu nodes in v1beta1, which AL2 in v1 does not have. */
const ubuntuVolumes: Value = [
  { deviceName: '/dev/sda1', rootVolume: true, ebs: { encrypted: true, volumeSize: '20Gi', volumeType: 'gp3' } },
];

/** v1 has no family Ubuntu. The webhook treated it as AL2, which has the same bootstrap. */
function moveUbuntu(spec: DraftMap, hasTerms: boolean, remarks: Remarks): void {
  if (!hasTerms)
    remarks.impossible(
      ['spec', 'amiFamily'],
      'v1 has no family `Ubuntu` and no alias for it, so the image is unknown',
      'Add `amiSelectorTerms` with the name and owner of the image.',
    );
  else
    remarks.changed(
      ['spec', 'amiFamily'],
      'v1 has no family `Ubuntu`, so the images use `AL2`, which has the same bootstrap',
    );

  spec.set('amiFamily', 'AL2');
  if (!hasTerms) spec.drop('amiSelectorTerms');

  const volumes = spec.value('blockDeviceMappings');
  if (volumes === undefined || volumes === null || (Array.isArray(volumes) && volumes.length === 0)) {
    spec.drop('blockDeviceMappings');
    spec.set('blockDeviceMappings', ubuntuVolumes);
    remarks.kept(['spec'], 'The default root volume of Ubuntu nodes in v1beta1 is added');
  }
}

/** The tags that Karpenter 1.x sets itself and refuses in a class. */
function moveTags(spec: DraftMap, remarks: Remarks): void {
  const tags = spec.child('tags');
  const tag = 'eks:eks-cluster-name';
  if (tags === undefined || tags.index(tag) === -1) return;

  remarks.dropped(
    ['spec', 'tags', tag],
    `The tag \`${tag}\` is removed, because Karpenter sets it itself and v1 refuses it here`,
  );

  tags.drop(tag);
  if (tags.isEmpty) spec.drop('tags');
}

/** The default hop limit before v1. In v1 the default is 1. */
const oldHopLimit = 2;

function keepHopLimit(spec: DraftMap, remarks: Remarks): void {
  if (remarks.isPatch || spec.child('metadataOptions')?.value('httpPutResponseHopLimit') !== undefined) return;

  const written = spec.value('metadataOptions');
  if (typeof written === 'string') {
    remarks.impossible(
      ['spec', 'metadataOptions'],
      '`metadataOptions` is a placeholder, and its default hop limit has changed',
      'Migrate the rendered manifest.',
    );

    return;
  }

  spec.childOrNew('metadataOptions').set('httpPutResponseHopLimit', oldHopLimit);

  remarks.kept(
    ['spec', 'metadataOptions'],
    `\`metadataOptions.httpPutResponseHopLimit\` stays ${oldHopLimit}, its old default. The default in v1 is 1`,
  );
}
