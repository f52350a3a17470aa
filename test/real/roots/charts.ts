import { parse, stringify } from 'yaml';
import type { Texts } from '../../readings.ts';
import { amountIn, complete, type Device, isPresent, kindIn } from './device.ts';
import { harmless, objectText } from './subjects.ts';

/** What a device adds to a chart: files within it, and values that whoever installs it may give. */
export interface ChartPart {
  readonly files: Texts;
  readonly values: Readonly<Record<string, unknown>>;
  /** Fields of Chart.yaml. */
  readonly chart?: Readonly<Record<string, unknown>>;
}

const quoted = (text: string): string => JSON.stringify(text);
const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** The text of the subject with a template for its value. */
const withTemplates = (
  device: Device,
  parts: { readonly apiVersion?: string; readonly kind?: string; readonly value?: string },
): string => {
  const { subject, name } = device;
  const { apiVersion = subject.apiVersion, kind = subject.kind, value = '10' } = parts;
  return objectText({ apiVersion, kind, rest: subject.rest }, { name, value });
};

/** A template below `templates/`, whose name may be unusual. */
const template = ({ name, random }: Device, text: string): Texts => ({
  [`templates/${random.pick(`${name}.yaml`, `${name}.yaml`, `${name}.yml`, `${name}.json`, name, `${name}.txt`, `deep/${name}.yaml`, `${name}.tpl`)}`]:
    text,
});

const dataFile = ({ name, random }: Device): string =>
  random.pick(
    `files/${name}.yaml`,
    `files/${name}`,
    `files/${name}.txt`,
    `data/${name}.dat`,
    `${name}.md`,
    `ci/${name}.yaml`,
  );

/** Every way in which a chart gives the cluster an object. */
export const chartDevices: Readonly<Record<string, (device: Device) => ChartPart>> = {
  'a template without templates': (device) => ({ files: template(device, complete(device)), values: {} }),

  'a value in a field': (device) => ({
    files: template(device, withTemplates(device, { value: `{{ .Values.${device.name}.amount }}` })),
    values: { [device.name]: { amount: amountIn(device) } },
  }),

  'a kind from a value': (device) => ({
    files: template(
      device,
      withTemplates(device, {
        apiVersion: `{{ .Values.${device.name}.api }}`,
        kind: `{{ .Values.${device.name}.kind }}`,
        value: amountIn(device),
      }),
    ),
    values: { [device.name]: { api: kindIn(device).apiVersion, kind: kindIn(device).kind } },
  }),

  'a kind in two halves': (device) => {
    const { apiVersion, kind } = kindIn(device);
    return {
      files: template(
        device,
        withTemplates(device, {
          apiVersion: `{{ printf "%s%s" .Values.${device.name}.a .Values.${device.name}.b }}`,
          kind: `{{ list .Values.${device.name}.c .Values.${device.name}.d | join "" }}`,
        }),
      ),
      values: {
        [device.name]: { a: apiVersion.slice(0, 2), b: apiVersion.slice(2), c: kind.slice(0, 3), d: kind.slice(3) },
      },
    };
  },

  'base64 in a template': (device) => ({
    files: template(device, `{{ ${quoted(base64(complete(device)))} | b64dec }}\n`),
    values: {},
  }),

  'base64 in a value': (device) => ({
    files: template(device, `{{ .Values.${device.name} | b64dec }}\n`),
    values: { [device.name]: base64(complete(device)) },
  }),

  'a text that is a template': (device) => ({
    files: template(device, `{{ tpl .Values.${device.name}.text . }}\n`),
    values: {
      [device.name]: {
        text: withTemplates(device, { ...kindIn(device), value: `{{ .Values.${device.name}.amount }}` }),
        amount: amountIn(device),
      },
    },
  }),

  'a file that a template reads': (device) => {
    const file = dataFile(device);
    return {
      files: { ...template(device, `{{ .Files.Get ${quoted(file)} }}\n`), [file]: complete(device) },
      values: {},
    };
  },

  'all files of a folder': (device) => ({
    files: {
      ...template(
        device,
        `{{ range $path, $_ := .Files.Glob "${device.name}/**" }}\n---\n{{ $.Files.Get $path }}\n{{ end }}\n`,
      ),
      [`${device.name}/${device.random.pick('one.yaml', 'one', 'one.json', 'one.jsonnet')}`]: complete(device),
    },
    values: {},
  }),

  'lines of a file': (device) => ({
    files: {
      ...template(device, `{{ range .Files.Lines "${device.name}.lines" }}{{ . }}\n{{ end }}\n`),
      [`${device.name}.lines`]: complete(device),
    },
    values: {},
  }),

  'a helper': (device) => ({
    files: {
      ...template(device, `{{ include "${device.name}" . }}\n`),
      [`templates/_${device.name}.${device.random.pick('tpl', 'yaml', 'txt')}`]: `{{ define "${device.name}" }}\n${complete(device)}{{ end }}\n`,
    },
    values: {},
  }),

  'an object in the values': (device) => ({
    files: template(device, `{{ toYaml .Values.${device.name} }}\n`),
    values: { [device.name]: asData(complete(device)) },
  }),

  'objects in a list of values': (device) => ({
    files: template(device, `{{ range .Values.${device.name} }}\n---\n{{ . | toJson }}\n{{ end }}\n`),
    values: {
      [device.name]: isPresent(device) ? [asData(complete(device))] : [],
    },
  }),

  'an object that is merged': (device) => ({
    files: template(
      device,
      `{{ mergeOverwrite (fromYaml ${quoted(withTemplates(device, kindIn(device)))}) .Values.${device.name} | toYaml }}\n`,
    ),
    values: { [device.name]: { metadata: { labels: { amount: `a${amountIn(device)}` } } } },
  }),

  'keys of a map': (device) => ({
    files: template(
      device,
      `{{ range $kind, $api := .Values.${device.name} }}\n---\n${withTemplates(device, { apiVersion: '{{ $api }}', kind: '{{ $kind }}', value: amountIn(device) })}{{ end }}\n`,
    ),
    values: { [device.name]: { [kindIn(device).kind]: kindIn(device).apiVersion } },
  }),

  'a condition': (device) => ({
    files: template(device, `{{ if .Values.${device.name}.enabled }}\n${complete(device)}{{ end }}\n`),
    values: { [device.name]: { enabled: isPresent(device) } },
  }),

  'a replaced word': (device) => ({
    files: template(
      device,
      `{{ ${quoted(withTemplates(device, { apiVersion: 'API', kind: 'KIND', value: amountIn(device) }))} | replace "API" .Values.${device.name}.api | replace "KIND" .Values.${device.name}.kind }}\n`,
    ),
    values: { [device.name]: { api: kindIn(device).apiVersion, kind: kindIn(device).kind } },
  }),

  'the version of the app': (device) => ({
    files: template(device, `{{ if eq .Chart.AppVersion "2" }}\n${complete(device)}{{ end }}\n`),
    values: {},
    chart: { appVersion: isPresent(device) ? '2' : '1' },
  }),

  'an annotation of the chart': (device) => ({
    files: template(
      device,
      withTemplates(device, {
        apiVersion: `{{ get .Chart.Annotations "${device.name}/api" }}`,
        kind: `{{ get .Chart.Annotations "${device.name}/kind" }}`,
      }),
    ),
    values: {},
    chart: {
      annotations: { [`${device.name}/api`]: kindIn(device).apiVersion, [`${device.name}/kind`]: kindIn(device).kind },
    },
  }),

  'a default value': (device) => ({
    files: template(
      device,
      withTemplates(device, {
        apiVersion: `{{ .Values.${device.name} | default ${quoted(kindIn(device).apiVersion)} }}`,
        kind: `{{ .Values.${device.name}Kind | default ${quoted(kindIn(device).kind)} }}`,
        value: amountIn(device),
      }),
    ),
    values: {},
  }),

  'a CRD folder': (device) => ({ files: { [`crds/${device.name}.yaml`]: complete(device) }, values: {} }),

  'a chart within': (device) => ({
    files: {
      [`charts/${device.name}/Chart.yaml`]: `apiVersion: v2\nname: ${device.name}\nversion: 0.1.0\n`,
      [`charts/${device.name}/values.yaml`]: stringify({ amount: '5', api: harmless.apiVersion, kind: harmless.kind }),
      [`charts/${device.name}/templates/all.yaml`]: withTemplates(device, {
        apiVersion: '{{ .Values.api }}',
        kind: '{{ .Values.kind }}',
        value: '{{ .Values.amount }}',
      }),
    },
    values: { [device.name]: { api: kindIn(device).apiVersion, kind: kindIn(device).kind, amount: amountIn(device) } },
  }),

  'a chart within that a value turns on': (device) => ({
    files: {
      [`charts/${device.name}/Chart.yaml`]: `apiVersion: v2\nname: ${device.name}\nversion: 0.1.0\n`,
      [`charts/${device.name}/templates/all.yaml`]: withTemplates(device, {
        ...kindIn(device),
        value: '{{ .Values.global.amount }}',
      }),
    },
    values: { [`${device.name}On`]: isPresent(device), global: { amount: '10' } },
    chart: {
      dependencies: [{ name: device.name, version: '0.1.0', condition: `${device.name}On` }],
    },
  }),

  'a file that helm ignores': (device) => ({
    files: {
      [`templates/${device.name}.yaml`]: complete(device),
      '.helmignore': isPresent(device) ? '*.bak\n' : `*.bak\ntemplates/${device.name}.yaml\n`,
    },
    values: {},
  }),

  'a text in a block': (device) => ({
    files: template(device, `apiVersion: v1\nkind: List\nitems:\n- \n{{ .Values.${device.name} | indent 2 }}\n`),
    values: { [device.name]: complete(device) },
  }),

  'a comment': (device) => ({
    files: template(device, `# ${device.knobs.between(`${device.name} comment`, 'one', 'two')}\n${complete(device)}`),
    values: {},
  }),
};

/** The data of an object. */
const asData = (text: string): unknown => parse(text) as unknown;

/** Files of a chart in a folder, without its values. */
export function chartFiles(folder: string, name: string, parts: readonly ChartPart[]): Texts {
  const chart: Record<string, unknown> = { apiVersion: 'v2', name, version: '0.1.0' };
  for (const [field, value] of parts.flatMap((part) => Object.entries(part.chart ?? {})))
    chart[field] = together(chart[field], value);

  const files = parts.flatMap((part) => Object.entries(part.files));
  return Object.fromEntries([
    [`${folder}/Chart.yaml`, stringify(chart)],
    ...files.map(([path, text]) => [`${folder}/${path}`, text] as const),
  ]);
}

/** Two values of one field: lists and maps have the entries of both. */
export function together(before: unknown, after: unknown): unknown {
  if (Array.isArray(before) && Array.isArray(after)) return [...before, ...after];
  const areMaps = [before, after].every(
    (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  );
  return areMaps ? { ...(before as object), ...(after as object) } : after;
}
