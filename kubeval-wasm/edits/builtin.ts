import { type Edit, machinery } from './edit.ts';

const kubernetes = 'k8s.io/kubernetes/pkg';
const registry = `${kubernetes}/registry`;
const rest = 'k8s.io/apiserver/pkg/registry/rest';
const scheme = `${kubernetes}/api/legacyscheme/scheme.go`;

/** Packages that the strategies of built-in kinds import for other purposes than validation: storage, lists, admission, kubelets. */
const surroundings: readonly Edit[] = [
  { stub: 'k8s.io/component-base/metrics/prometheus/feature', why: 'Prometheus' },
  { stub: 'k8s.io/apiserver/pkg/admission', why: 'audit, which imports net/http' },
  { stub: 'k8s.io/apiserver/pkg/endpoints/request', why: 'audit, which imports net/http' },
  { stub: 'k8s.io/apiserver/pkg/registry/generic', why: 'etcd' },
  { stub: 'k8s.io/apiserver/pkg/storage', why: 'etcd' },
  { stub: 'k8s.io/client-go/tools/cache', why: 'all of client-go' },
  { stub: `${kubernetes}/kubelet/client`, why: 'TLS' },
  { stub: 'k8s.io/kubernetes/plugin/pkg/admission/serviceaccount', why: 'informers' },
  { stub: 'sigs.k8s.io/structured-merge-diff/v6/fieldpath', why: 'server-side apply, json-iterator' },
  { stub: `${machinery}/util/uuid`, why: 'random numbers, which import cryptography' },
  ...['delete.go', 'rest.go', 'table.go', 'validate.go'].map((name) => ({
    remove: `${rest}/${name}`,
    why: 'storage, tables, declarative validation',
  })),
  { add: rest, why: 'what the rest of the package refers to' },
  { remove: `${registry}/core/service/proxy.go`, why: 'net/http' },
  ...['role', 'clusterrole', 'rolebinding', 'clusterrolebinding'].map((kind) => ({
    remove: `${registry}/rbac/${kind}/registry.go`,
    why: 'storage',
  })),
  { file: `${registry}/core/pod/strategy.go`, from: '"net/http"', to: '"kubeval-wasm/stubs/http"', why: 'net/http' },
  {
    file: scheme,
    from: `	// Codecs provides access to encoding and decoding for the scheme
	Codecs = serializer.NewCodecFactory(Scheme)
`,
    to: '',
    why: 'protobuf, CBOR, streams',
  },
  { file: scheme, from: '	"k8s.io/apimachinery/pkg/runtime/serializer"\n', to: '', why: 'as above' },
  { remove: `${kubernetes}/apis/certificates/helpers.go`, why: 'crypto/x509' },
  { remove: `${kubernetes}/apis/rbac/v1/evaluation_helpers.go`, why: 'it needs generated.pb.go' },
  { remove: `${kubernetes}/apis/rbac/v1/zz_generated.deepcopy.go`, why: 'it needs evaluation_helpers.go' },
];

/** API groups of the validated kinds, with what each registers in addition to its conversions. */
const groups: Readonly<Record<string, string>> = {
  'apps/v1': 'addDefaultingFuncs',
  'autoscaling/v1': 'addDefaultingFuncs',
  'autoscaling/v2': 'addDefaultingFuncs',
  'batch/v1': 'addDefaultingFuncs, addConversionFuncs',
  'core/v1': 'addDefaultingFuncs, addConversionFuncs',
  'policy/v1': 'RegisterDefaults',
  'rbac/v1': 'addDefaultingFuncs',
  'scheduling/v1': 'addDefaultingFuncs',
  'storage/v1': 'addDefaultingFuncs',
};
const internalGroups = ['apps', 'autoscaling', 'batch', 'core', 'policy', 'rbac', 'scheduling', 'storage'].concat(
  'certificates',
  'node',
);
const moreApis = ['batch/v1beta1', 'events/v1beta1', 'policy/v1beta1'];

/** Kinds are registered one by one in go/builtin_kinds.go. Whole groups would keep everything that belongs to any kind. */
const registration: readonly Edit[] = [
  ...Object.entries(groups).flatMap(([group, functions]) => [
    {
      file: `${kubernetes}/apis/${group}/zz_generated.conversion.go`,
      from: '	localSchemeBuilder.Register(RegisterConversions)\n',
      to: '',
      why: 'conversions of all kinds',
    },
    {
      file: `${kubernetes}/apis/${group}/register.go`,
      from: `	localSchemeBuilder.Register(${functions})\n`,
      to: '',
      why: 'defaults of all kinds',
    },
  ]),
  ...['autoscaling/v1', 'autoscaling/v2', 'batch/v1', 'core/v1', 'rbac/v1', 'storage/v1'].map((group) => ({
    remove: `${kubernetes}/apis/${group}/zz_generated.validations.go`,
    why: 'declarative validation, which a server runs in addition and whose errors it only logs',
  })),
  ...[
    ...internalGroups.map((group) => `${kubernetes}/apis/${group}`),
    ...[...Object.keys(groups), ...moreApis].map((group) => `k8s.io/api/${group}`),
  ].map((path) => ({
    file: `${path}/register.go`,
    from: 'runtime.NewSchemeBuilder(addKnownTypes)',
    to: 'runtime.NewSchemeBuilder()',
    why: 'all kinds, and how each is copied',
  })),
  ...['autoscaling/v1', ...moreApis].map((group) => ({
    remove: `k8s.io/api/${group}/generated.pb.go`,
    why: 'protobuf',
  })),
];

const batch = `${kubernetes}/apis/batch/validation/validation.go`;
const cron = 'github.com/robfig/cron/v3/parser.go';

/** Whether a time zone exists. There are no files here, and their content would be large. */
const timeZones: readonly Edit[] = [
  {
    file: batch,
    from: 'if _, err := time.LoadLocation(*timeZone)',
    to: 'if _, err := zones.LoadLocation(*timeZone)',
    why: 'files with time zones',
  },
  { file: batch, from: '\t"time"\n', to: '\n\t"kubeval-wasm/stubs/zones"\n', why: 'as above' },
  { file: cron, from: 'loc, err = time.LoadLocation(', to: 'loc, err = zones.LoadLocation(', why: 'as above' },
  { file: cron, from: 'import (\n', to: 'import (\n\t"kubeval-wasm/stubs/zones"\n', why: 'as above' },
];

const core = `${kubernetes}/apis/core/validation/validation.go`;
const podWarnings = `${kubernetes}/api/pod/warnings.go`;
const apps = `${kubernetes}/apis/apps/validation/validation.go`;
const autoscaling = `${kubernetes}/apis/autoscaling/validation/validation.go`;

/** The edit covers the whole function, because the same loop is also in the code for volumes of PersistentVolumes. */
const flexVolume = `func validateFlexVolumeSource(fv *core.FlexVolumeSource, fldPath *field.Path) field.ErrorList {
	allErrs := field.ErrorList{}
	if len(fv.Driver) == 0 {
		allErrs = append(allErrs, field.Required(fldPath.Child("driver"), ""))
	}

	// Make sure user-specified options don't use kubernetes namespaces
	for k := range fv.Options {`;

/** Go's maps have a random order, which the causes and messages would have, too. */
const order: readonly Edit[] = [
  ...[core, podWarnings, apps, autoscaling].map((file) => ({
    file,
    from: 'import (\n',
    to: 'import (\n\t"kubeval-wasm/stubs/order"\n',
    why: 'package order',
  })),
  ...[
    [core, 'for resourceName, quantity := range requirements.Limits {'],
    [core, 'for resourceName, quantity := range requirements.Requests {'],
    [core, 'for key, value := range cfg.Data {'],
    [core, 'for key, value := range cfg.BinaryData {'],
    [core, 'for k := range userAnnotations {'],
    [core, 'for k, oldVal := range oldAnnotations {'],
    [core, 'for k := range newAnnotations {'],
    [core, 'for k, p := range annotations {\n		if strings.HasPrefix(k, core.Seccomp'],
    [core, 'for k, p := range annotations {\n		if !strings.HasPrefix(k, v1.DeprecatedAppArmor'],
    [core, flexVolume],
    [core, 'for gate, i := range additionalGates {'],
    [core, 'for resourceName, ctrReqs := range aggrContainerReqs {'],
    [core, 'for resourceName, ctrLims := range aggrContainerLims {'],
    [core, 'for resourceName, ctrLimit := range ctr.Resources.Limits {'],
    [podWarnings, 'for k := range podSpec.NodeSelector {'],
    [podWarnings, 'for k := range meta.Annotations {'],
    [apps, 'for _, v := range templateVolumes {'],
    [autoscaling, 'for typ := range typesPresent {'],
  ].map(([file, from]) => ({
    file: file!,
    from: from!,
    to: from!.replace(/range ([\w.]+)/, 'range order.Sorted($1)'),
    why: 'order of causes',
  })),
];

export const builtinEdits: readonly Edit[] = [...surroundings, ...registration, ...timeZones, ...order];
