import { parseResource } from '../../karpenter/api/quantity.ts';
import { canonical } from '../../manifest/canonical.ts';
import { isObject, type Mapping, type Value } from '../../manifest/model/manifest.ts';

/**
 * A text that is the same for pod templates of which a controller replaces no pods: the order of fields, `1` or `1000m`, and defaults that
 * are written out do not matter.
 */
export const podTemplateText = (template: Value | undefined): string => canonical(withAmounts(plain(template ?? null)));

/**
 * The defaults of the API server for templates of pods, and values that it does not store, by the field that contains them. Some defaults
 * are only set in pods. Source: kubernetes pkg/apis/core/v1/defaults.go and zz_generated.defaults.go.
 */
const defaults: Readonly<Record<string, Mapping>> = {
  spec: {
    restartPolicy: 'Always',
    dnsPolicy: 'ClusterFirst',
    schedulerName: 'default-scheduler',
    terminationGracePeriodSeconds: 30,
    securityContext: {},
    hostNetwork: false,
    hostPID: false,
    hostIPC: false,
  },
  containers: {
    terminationMessagePath: '/dev/termination-log',
    terminationMessagePolicy: 'File',
    stdin: false,
    stdinOnce: false,
    tty: false,
    resources: {},
  },
  ports: { protocol: 'TCP' },
  probe: { timeoutSeconds: 1, periodSeconds: 10, successThreshold: 1, failureThreshold: 3 },
  httpGet: { scheme: 'HTTP' },
  fieldRef: { apiVersion: 'v1' },
  env: { value: '' },
  volumeMounts: { readOnly: false },
  configMap: { defaultMode: 420 },
  downwardAPI: { defaultMode: 420 },
  projected: { defaultMode: 420 },
  secret: { defaultMode: 420 },
  serviceAccountToken: { expirationSeconds: 3600 },
  hostPath: { type: '' },
  emptyDir: { medium: '' },
};

/** Fields with the same defaults as another one. */
const likeOthers: Readonly<Record<string, string>> = {
  initContainers: 'containers',
  livenessProbe: 'probe',
  readinessProbe: 'probe',
  startupProbe: 'probe',
};
/** Maps that are not stored if they are empty. An empty `emptyDir` is a volume. */
const optionalMaps = /^(?:labels|annotations|nodeSelector|requests|limits)$/;

/** A value without what the API server adds or leaves out when it stores the template. */
function plain(value: Value, field = ''): Value {
  if (Array.isArray(value)) return value.map((item: Value) => plain(item, field));
  if (!isObject(value)) return value;

  const name = Object.hasOwn(likeOthers, field) ? likeOthers[field]! : field;
  const fieldDefaults = Object.hasOwn(defaults, name) ? defaults[name]! : {};
  const entries = Object.entries(value)
    .map(([key, inner]): [string, Value] => [key, plain(inner, key)])
    .filter(([key, inner]) => !isLeftOut(key, inner) && !isDefault(fieldDefaults, key, inner));
  const kept: Mapping = Object.fromEntries(entries);
  if (/^(?:initC|c)ontainers$/.test(field)) return withoutPullPolicy(kept);

  if (field === 'spec') return withoutOldAccount(kept);
  return kept;
}

/** Only values that have a default are spelled to be compared with it. */
const isDefault = (fieldDefaults: Mapping, key: string, value: Value): boolean => {
  if (Object.hasOwn(fieldDefaults, key)) return canonical(value) === canonical(fieldDefaults[key]);
  return value === undefined;
};

const isLeftOut = (key: string, value: Value): boolean =>
  value === null ||
  (Array.isArray(value) && value.length === 0) ||
  (optionalMaps.test(key) && isObject(value) && Object.keys(value).length === 0);

function withoutPullPolicy({ imagePullPolicy, ...rest }: Mapping): Mapping {
  const [, tag, digest] = /^[^@]*?(?::([^/@:]+))?(@.*)?$/.exec(`${rest.image}`) ?? [];
  const usual = digest === undefined && (tag === undefined || tag === 'latest') ? 'Always' : 'IfNotPresent';
  if (imagePullPolicy === undefined || imagePullPolicy === usual) return rest;
  return { ...rest, imagePullPolicy };
}

/** `serviceAccount` is the old name of `serviceAccountName`, and the API server stores both. */
function withoutOldAccount({ serviceAccount, ...rest }: Mapping): Mapping {
  const serviceAccountName = rest.serviceAccountName ?? serviceAccount;
  if (serviceAccountName === undefined) return rest;
  return { ...rest, serviceAccountName };
}

function withAmounts(value: Value): Value {
  if (Array.isArray(value)) return value.map(withAmounts);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([key, inner]): [string, Value] => [
    key,
    key === 'requests' || key === 'limits' ? amountsOf(inner) : withAmounts(inner),
  ]);

  return Object.fromEntries(entries);
}

const amountsOf = (amounts: Value): Value => {
  if (isObject(amounts))
    return Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [name, amountOf(name, amount)]));

  return amounts;
};

const amountOf = (name: string, amount: Value): Value =>
  (typeof amount === 'string' || typeof amount === 'number' ? parseResource(name, amount) : undefined) ?? amount;
