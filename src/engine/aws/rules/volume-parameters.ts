import { parseQuantity } from '../../karpenter/api/quantity.ts';
import { asList, asMapping, asText, type Manifest, type Mapping, type Path } from '../../manifest/model/manifest.ts';
import { holdsPlaceholder } from '../../manifest/yaml/placeholder.ts';
import { corrected, type Example, yaml } from '../../rules/lint/example.ts';
import { defineRule, type RuleExamples } from '../../rules/lint/rule.ts';
import { ec2NodeClass } from '../../rules/lint/scenes.ts';
import { ownValue } from '../../text/own-value.ts';
import { familyNamed } from '../catalog/ami-families.ts';
import { amiTermsOf, writtenAmiFamily } from '../fields/node-classes.ts';

const mappingsPath = ['spec', 'blockDeviceMappings'];

export const volumeParametersRule = defineRule({
  id: 'volume-parameters',
  severity: 'error',
  since: '0.1.0',
  providers: ['aws'],
  theme: 'Volumes',
  mistakes: [],
  on: {
    NodeClass(nodeClass, { report }) {
      for (const [index, item] of asList(nodeClass.get(mappingsPath)).entries()) {
        const ebs = asMapping(asMapping(item)?.ebs);
        if (!ebs || holdsPlaceholder([item])) continue;

        const volume = readVolume(ebs, isRoot(nodeClass, asMapping(item)!));
        const fault = faultOf(volume, nodeClass);
        if (!fault) continue;

        const { key, message, help } = fault;
        report({
          at: nodeClass.span(placeIn(nodeClass, [...mappingsPath, index, 'ebs'], key)),
          message: `${message}. So EC2 refuses every launch`,
          help,
          unready: `EC2 refuses the volume \`${asText(asMapping(item)?.deviceName) ?? index}\` of its node class`,
        });
      }
    },
  },
  docs: {
    summary: 'EC2 refuses a volume of `blockDeviceMappings`, so every launch fails.',
    why: 'The API server accepts any combination of type, size, IOPS and throughput. EC2 does not: `io1` and `io2` need `iops`, gp3 gives at most 0.25 MiB/s for each of its IOPS and 500 IOPS for each GiB. Other types have neither setting, an instance does not boot from `st1` or `sc1`, and a root volume has at least the size of its image. Karpenter validates a node class with a launch that EC2 only checks. If EC2 refuses it, the class does not become ready, and its NodePools launch nothing. The minimum size is known for images of an alias only.',
    help: 'Choose a combination that EC2 accepts.',
    url: 'https://docs.aws.amazon.com/ebs/latest/userguide/ebs-volume-types.html',
  },
  examples,
});

interface Volume {
  readonly type: string | undefined;
  readonly iops: number | undefined;
  readonly throughput: number | undefined;
  /** In GiB, rounded up as Karpenter does; undefined if the image or a snapshot decides it. */
  readonly size: number | undefined;
  readonly isOfSnapshot: boolean;
  readonly isRoot: boolean;
}

interface Fault {
  readonly key: 'volumeType' | 'iops' | 'throughput' | 'volumeSize';
  readonly message: string;
  readonly help: string;
}

function readVolume(ebs: Mapping, isRoot: boolean): Volume {
  // `volume-size` reports a size without a unit.
  const written = asText(ebs.volumeSize) ?? '';
  const bytes = /[a-z]$/i.test(written) ? parseQuantity(written) : undefined;
  return {
    type: asText(ebs.volumeType),
    iops: amount(ebs.iops),
    throughput: amount(ebs.throughput),
    size: bytes === undefined ? undefined : Math.ceil(bytes / 2 ** 30),
    isOfSnapshot: ebs.snapshotID !== undefined,
    isRoot,
  };
}

const amount = (value: unknown): number | undefined => {
  if (typeof value === 'number' && Number.isInteger(value) && value > 0) return value;
  return undefined;
};

/**
 * Whether a mapping is the root volume of the images of a class; false if the image decides. `rootVolume` only tells Karpenter which volume pods use.
 * Source: provider-aws pkg/providers/instancetype/types.go ephemeralStorage.
 */
function isRoot(nodeClass: Manifest, { deviceName }: Mapping): boolean {
  const rootDevice = familyNamed(writtenAmiFamily(nodeClass))?.rootDevice;
  return rootDevice !== undefined && deviceName === rootDevice;
}

const placeIn = (nodeClass: Manifest, ebs: Path, key: Fault['key']): Path => {
  if (nodeClass.get([...ebs, key]) !== undefined) return [...ebs, key];
  return [...ebs, 'volumeType'];
};

/** IOPS for each GiB. Source: https://docs.aws.amazon.com/ebs/latest/userguide/ebs-volume-types.html */
const iopsPerGib: Readonly<Record<string, number>> = { gp3: 500, io1: 50, io2: 1000 };
/** What a gp3 volume has without settings, whatever its size. */
const defaultIops = 3000;
const defaultThroughput = 125;
/** MiB/s for each of the IOPS of gp3, as the number of IOPS that 1 MiB/s needs. */
const iopsPerMib = 4;
/** In GiB. */
const leastOfDisks = 125;
const disks = new Set(['st1', 'sc1']);

function faultOf(volume: Volume, nodeClass: Manifest): Fault | undefined {
  return ofType(volume) ?? ofThroughput(volume) ?? ofIops(volume) ?? ofSize(volume, nodeClass);
}

function ofType({ type, iops, throughput, size, isOfSnapshot, isRoot }: Volume): Fault | undefined {
  if (type === undefined) return undefined;
  if ((type === 'io1' || type === 'io2') && iops === undefined)
    return {
      key: 'volumeType',
      message: `A volume of type \`${type}\` needs \`iops\`, and this one has none`,
      help: 'Set `iops`, or use `volumeType: gp3`.',
    };

  if (disks.has(type) && isRoot)
    return {
      key: 'volumeType',
      message: `An instance does not boot from a volume of type \`${type}\`, and this is the root volume`,
      help: 'Use `volumeType: gp3`.',
    };

  if (disks.has(type) && !isOfSnapshot && size !== undefined && size < leastOfDisks)
    return {
      key: 'volumeSize',
      message: `A volume of type \`${type}\` has at least ${leastOfDisks} GiB, and this one has ${size}`,
      help: `Set \`volumeSize: ${leastOfDisks}Gi\`, or use \`volumeType: gp3\`.`,
    };

  const hasNoIops = !Object.hasOwn(iopsPerGib, type);
  const key = throughput !== undefined && type !== 'gp3' ? 'throughput' : 'iops';
  if (knownTypes.has(type) && (key === 'throughput' || (hasNoIops && iops !== undefined)))
    return {
      key,
      message: `A volume of type \`${type}\` has no \`${key}\` to set`,
      help: `Remove \`${key}\`, or use \`volumeType: gp3\`.`,
    };

  return undefined;
}

const knownTypes = new Set(['gp2', 'gp3', 'io1', 'io2', 'st1', 'sc1', 'standard']);

function ofThroughput({ type, iops = defaultIops, throughput = defaultThroughput }: Volume): Fault | undefined {
  const needed = throughput * iopsPerMib;
  if (type !== 'gp3' || needed <= iops) return undefined;

  return {
    key: 'throughput',
    message: `\`throughput: ${throughput}\` needs at least ${needed} IOPS, because gp3 gives 0.25 MiB/s for each, and this volume has ${iops}`,
    help: `Set \`iops: ${needed}\`, or \`throughput: ${Math.max(defaultThroughput, Math.floor(iops / iopsPerMib))}\`.`,
  };
}

function ofIops({ type, iops, size, isOfSnapshot }: Volume): Fault | undefined {
  const ratio = ownValue(iopsPerGib, type ?? '');
  if (ratio === undefined || iops === undefined || size === undefined || isOfSnapshot) return undefined;

  const most = Math.max(ratio * size, type === 'gp3' ? defaultIops : 0);
  if (iops <= most) return undefined;

  return {
    key: 'iops',
    message: `A volume of type \`${type}\` has at most ${ratio} IOPS for each GiB: with ${size} GiB, that is ${most} and not ${iops}`,
    help: `Set \`iops: ${most}\`, or \`volumeSize: ${Math.ceil(iops / ratio)}Gi\`.`,
  };
}

function ofSize({ size, isRoot, isOfSnapshot }: Volume, nodeClass: Manifest): Fault | undefined {
  const family = writtenAmiFamily(nodeClass);
  const terms = amiTermsOf(nodeClass);
  const isAlias = terms.length > 0 && terms.every(({ term }) => asText(term.alias) !== undefined);
  const least = isAlias && isRoot ? familyNamed(family)?.imageGib : undefined;
  if (least === undefined || size === undefined || isOfSnapshot || size >= least) return undefined;

  return {
    key: 'volumeSize',
    message: `The root volume of ${family} has at least ${least} GiB, because its images do, and this one has ${size}`,
    help: `Set \`volumeSize: ${least}Gi\` or more.`,
  };
}

const volume = (ebs: Example, name: string) =>
  ec2NodeClass(
    yaml`
      amiSelectorTerms:
        - alias: al2023@v20260715
      blockDeviceMappings:
        - deviceName: /dev/xvda
          ebs:
            encrypted: true
            ${ebs}
    `,
    name,
  );

const custom = ec2NodeClass(
  yaml`
    amiFamily: AL2023
    amiSelectorTerms:
      - id: ami-0123456789abcdef0
    blockDeviceMappings:
      - deviceName: /dev/xvda
        ebs:
          encrypted: true
          volumeSize: 8Gi
          volumeType: gp3
  `,
  'custom',
);

function examples(): RuleExamples {
  return {
    bad: [
      corrected(
        volume(
          yaml`
            volumeSize: 100Gi
            volumeType: io2
          `,
          'database',
        ),
        {
          'volumeType: io2': yaml`
            volumeType: io2
            iops: 3000
          `,
        },
        { io2: 'gp3' },
      ),
      corrected(
        volume(
          yaml`
            volumeSize: 100Gi
            volumeType: gp3
            throughput: 1000
          `,
          'images',
        ),
        {
          'throughput: 1000': yaml`
            throughput: 1000
            iops: 4000
          `,
        },
        { 'throughput: 1000': 'throughput: 750' },
      ),
      corrected(
        volume(
          yaml`
            volumeSize: 10Gi
            volumeType: gp3
          `,
          'small',
        ),
        { '10Gi': '20Gi' },
      ),
    ],
    good: [
      volume(
        yaml`
          volumeSize: 100Gi
          volumeType: gp3
          iops: 4000
          throughput: 1000
        `,
        'fast',
      ),
      custom,
    ],
  };
}
