import { stringify } from 'yaml';
import type { Texts } from '../../readings.ts';
import { chartDevices, chartFiles, together } from './charts.ts';
import { amountIn, complete, type Device, isPresent, kindIn } from './device.ts';
import { harmless, objectText } from './subjects.ts';

/** What a device adds to a kustomization: files in its folder, and fields. */
export interface KustomizationPart {
  readonly files: Texts;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** The subject under a harmless kind, which something else turns into its own. */
const disguised = (device: Device): string =>
  objectText({ ...device.subject, ...harmless }, { name: device.name, value: '10' });

/** A patch that gives the disguised object its own kind. */
const unmasking = (device: Device): readonly object[] => [
  { op: 'replace', path: '/apiVersion', value: kindIn(device).apiVersion },
  { op: 'replace', path: '/kind', value: kindIn(device).kind },
];

const target = ({ name }: Device): object => ({ kind: harmless.kind, name });

const fileName = ({ name, random }: Device): string =>
  random.pick(
    `${name}.yaml`,
    `${name}.yaml`,
    `${name}.yml`,
    `${name}.json`,
    `${name}.txt`,
    name,
    `deep/${name}.yaml`,
    `${name}.conf`,
  );

/** A ConfigMap that says which kind the subject has, in a file or from a generator. */
function words(device: Device): KustomizationPart {
  const { name, random } = device;
  const { apiVersion, kind } = kindIn(device);
  const configMap = `${name}-words`;
  const generated = (more: object): Readonly<Record<string, unknown>> => ({
    configMapGenerator: [{ name: configMap, ...more }],
    generatorOptions: { disableNameSuffixHash: true },
  });

  switch (random.pick('literals', 'env', 'files', 'object')) {
    case 'literals':
      return { files: {}, fields: generated({ literals: [`api=${apiVersion}`, `kind=${kind}`] }) };
    case 'env': {
      const file = `${name}.${random.pick('env', 'properties', 'vars')}`;
      return { files: { [file]: `api=${apiVersion}\nkind=${kind}\n` }, fields: generated({ envs: [file] }) };
    }
    case 'files':
      return {
        files: { [`${name}-api`]: apiVersion, [`${name}-kind.txt`]: kind },
        fields: generated({ files: [`api=${name}-api`, `kind=${name}-kind.txt`] }),
      };
    default:
      return {
        files: {
          [`${name}-words.yaml`]: `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${configMap}}\ndata:\n  api: ${apiVersion}\n  kind: ${kind}\n`,
        },
        fields: { resources: [`${name}-words.yaml`] },
      };
  }
}

const replacements = ({ name }: Device): readonly object[] =>
  ['api', 'kind'].map((key) => ({
    source: { kind: 'ConfigMap', name: `${name}-words`, fieldPath: `data.${key}` },
    targets: [{ select: { name }, fieldPaths: [key === 'api' ? 'apiVersion' : 'kind'] }],
  }));

const both = (a: KustomizationPart, b: KustomizationPart): KustomizationPart => ({
  files: { ...a.files, ...b.files },
  fields: fieldsOf([a, b]),
});

/** The fields of several parts, in one kustomization. */
export function fieldsOf(parts: readonly KustomizationPart[]): Readonly<Record<string, unknown>> {
  const fields: Record<string, unknown> = {};
  for (const [field, value] of parts.flatMap((part) => Object.entries(part.fields)))
    fields[field] = together(fields[field], value);
  return fields;
}

/** Every way in which a kustomization gives the cluster an object. */
export const kustomizationDevices: Readonly<Record<string, (device: Device) => KustomizationPart>> = {
  'a file': (device) => {
    const file = fileName(device);
    return { files: { [file]: complete(device) }, fields: { resources: [file] } };
  },

  // Of a file that kubectl would read, plumbline assumes that somebody applies it before it is listed.
  'a file that is listed': (device) => {
    const file = `${device.name}${device.random.pick('.txt', '', '.conf')}`;
    return { files: { [file]: complete(device) }, fields: { resources: isPresent(device) ? [file] : [] } };
  },

  'a List': (device) => ({
    files: {
      [`${device.name}.yaml`]: `apiVersion: v1\nkind: List\nitems:\n- ${complete(device).replaceAll('\n', '\n  ').trimEnd()}\n`,
    },
    fields: { resources: [`${device.name}.yaml`] },
  }),

  'a base': (device) => ({
    files: {
      [`${device.name}/base/all.yaml`]: complete(device),
      [`${device.name}/base/${device.random.pick('kustomization.yaml', 'kustomization.yml', 'Kustomization')}`]:
        'resources: [all.yaml]\n',
    },
    fields: { [device.random.pick('resources', 'bases')]: [`${device.name}/base`] },
  }),

  'a component': (device) => ({
    files: {
      [`${device.name}/component/all.conf`]: complete(device),
      [`${device.name}/component/kustomization.yaml`]:
        'apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\nresources: [all.conf]\n',
    },
    fields: { components: isPresent(device) ? [`${device.name}/component`] : [] },
  }),

  'a patch of a field': (device) => ({
    files: { [`${device.name}.yaml`]: objectText(device.subject, { name: device.name, value: '1' }) },
    fields: {
      resources: [`${device.name}.yaml`],
      patches: [{ patch: objectText(device.subject, { name: device.name, value: amountIn(device) }) }],
    },
  }),

  'a patch in a file': (device) => {
    const file = `${device.name}-patch${device.random.pick('.yaml', '.txt', '', '.json', '.conf')}`;
    return {
      files: {
        [`${device.name}.yaml`]: objectText(device.subject, { name: device.name, value: '1' }),
        [file]: objectText(device.subject, { name: device.name, value: amountIn(device) }),
      },
      fields: {
        resources: [`${device.name}.yaml`],
        ...(device.random.chance(0.5) ? { patches: [{ path: file }] } : { patchesStrategicMerge: [file] }),
      },
    };
  },

  'a patch that deletes': (device) => ({
    files: { [`${device.name}.yaml`]: objectText(device.subject, { name: device.name, value: '1' }) },
    fields: {
      resources: [`${device.name}.yaml`],
      patches: isPresent(device)
        ? [
            {
              patch: `$patch: delete\napiVersion: ${device.subject.apiVersion}\nkind: ${device.subject.kind}\nmetadata: {name: ${device.name}}\n`,
            },
          ]
        : [],
    },
  }),

  'a patch of the kind': (device) => ({
    files: { [`${device.name}.yaml`]: disguised(device) },
    fields: {
      resources: [`${device.name}.yaml`],
      patches: [{ target: target(device), patch: JSON.stringify(unmasking(device)) }],
    },
  }),

  'a patch of the kind in a file': (device) => {
    const file = `${device.name}-patch${device.random.pick('.yaml', '.json', '.txt', '')}`;
    return {
      files: { [`${device.name}.yaml`]: disguised(device), [file]: JSON.stringify(unmasking(device)) },
      fields: {
        resources: [`${device.name}.yaml`],
        [device.random.pick('patches', 'patchesJson6902')]: [
          { target: { version: 'v1', ...target(device) }, path: file },
        ],
      },
    };
  },

  'replacements of the kind': (device) =>
    both(
      {
        files: { [`${device.name}.yaml`]: disguised(device) },
        fields: { resources: [`${device.name}.yaml`], replacements: replacements(device) },
      },
      words(device),
    ),

  'replacements in a file': (device) => {
    const file = `${device.name}-replace${device.random.pick('.yaml', '.txt', '')}`;
    return both(
      {
        files: { [`${device.name}.yaml`]: disguised(device), [file]: stringify(replacements(device)) },
        fields: { resources: [`${device.name}.yaml`], replacements: [{ path: file }] },
      },
      words(device),
    );
  },

  'a transformer that replaces': (device) => {
    const text = stringify({
      apiVersion: 'builtin',
      kind: 'ReplacementTransformer',
      metadata: { name: device.name },
      replacements: replacements(device),
    });
    const file = `${device.name}-transformer${device.random.pick('.yaml', '', '.txt')}`;
    const isInline = device.random.chance(0.4);
    return both(
      {
        files: { [`${device.name}.yaml`]: disguised(device), ...(!isInline && { [file]: text }) },
        fields: { resources: [`${device.name}.yaml`], transformers: [isInline ? text : file] },
      },
      words(device),
    );
  },

  'a transformer that patches': (device) => {
    const text = stringify({
      apiVersion: 'builtin',
      kind: 'PatchTransformer',
      metadata: { name: device.name },
      target: target(device),
      patch: JSON.stringify(unmasking(device)),
    });
    const file = `${device.name}-transformer${device.random.pick('.yaml', '', '.txt')}`;
    const isInline = device.random.chance(0.4);
    return {
      files: { [`${device.name}.yaml`]: disguised(device), ...(!isInline && { [file]: text }) },
      fields: { resources: [`${device.name}.yaml`], transformers: [isInline ? text : file] },
    };
  },

  'a generator': (device) => ({
    files: {
      [`${device.name}-generator.yaml`]: `apiVersion: builtin\nkind: ConfigMapGenerator\nmetadata: {name: ${device.name}}\nliterals: ["pool=${device.knobs.between(`${device.name} value`, 'a', 'b')}"]\n`,
    },
    fields: { generators: [`${device.name}-generator.yaml`] },
  }),

  'a variable': (device) =>
    both(
      {
        files: {
          [`${device.name}.yaml`]: objectText(
            { ...device.subject, apiVersion: `$(${device.name}_api)`, kind: `$(${device.name}_kind)` },
            { name: device.name, value: '10' },
          ),
          [`${device.name}-vars.yaml`]: 'varReference:\n- path: apiVersion\n- path: kind\n',
        },
        fields: {
          resources: [`${device.name}.yaml`],
          configurations: [`${device.name}-vars.yaml`],
          vars: ['api', 'kind'].map((key) => ({
            name: `${device.name}_${key}`,
            objref: { apiVersion: 'v1', kind: 'ConfigMap', name: `${device.name}-words` },
            fieldref: { fieldpath: `data.${key}` },
          })),
        },
      },
      words(device),
    ),

  'a text in a ConfigMap': (device) => {
    const file = `${device.name}${device.random.pick('.yaml', '.txt', '', '.json', '.conf')}`;
    return {
      files: { [file]: complete(device) },
      fields: {
        configMapGenerator: [{ name: device.name, files: [`pool.yaml=${file}`] }],
        generatorOptions: { disableNameSuffixHash: true },
      },
    };
  },

  'a prefix': (device) => ({
    files: {
      [`${device.name}/all.yaml`]: objectText(device.subject, { name: device.name, value: '10' }),
      [`${device.name}/kustomization.yaml`]: stringify({
        resources: ['all.yaml'],
        namePrefix: device.knobs.between(`${device.name} prefix`, 'a-', 'b-'),
      }),
    },
    fields: { resources: [device.name] },
  }),

  labels: (device) => ({
    files: {
      [`${device.name}/all.yaml`]: objectText(device.subject, { name: device.name, value: '10' }),
      [`${device.name}/kustomization.yaml`]: stringify({
        resources: ['all.yaml'],
        labels: [{ pairs: { team: device.knobs.between(`${device.name} label`, 'a', 'b') } }],
      }),
    },
    fields: { resources: [device.name] },
  }),

  'a chart that is inflated': (device) => {
    const { name, random } = device;
    const [[, make]] = random.sample(Object.entries(chartDevices), 1) as [[string, (typeof chartDevices)[string]]];
    const part = make(device);
    const isInline = random.chance(0.5);
    const valuesFile = `${name}-values${random.pick('.yaml', '', '.txt')}`;
    return {
      files: {
        ...chartFiles(`charts/${name}`, name, [part]),
        ...(!isInline && { [valuesFile]: stringify(part.values) }),
      },
      fields: {
        helmCharts: [
          {
            name,
            releaseName: name,
            includeCRDs: true,
            ...(isInline ? { valuesInline: part.values } : { valuesFile }),
          },
        ],
      },
    };
  },

  'a comment': (device) => ({
    files: {
      [`${device.name}.yaml`]: `# ${device.knobs.between(`${device.name} comment`, 'one', 'two')}\n${complete(device)}`,
    },
    fields: { resources: [`${device.name}.yaml`] },
  }),
};
