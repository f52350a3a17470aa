/** A change to the vendored Go modules; each is applied exactly once, or the build fails. */
export type Edit =
  | { readonly remove: string; readonly why: string }
  | { readonly file: string; readonly from: string; readonly to: string; readonly why: string }
  /** The package at that path is what stands in go-stubs/ under the same path. */
  | { readonly stub: string; readonly why: string };

const http = 'constants of net/http, without its TLS';
const openapi = 'k8s.io/kube-openapi/pkg/validation';
const structural = 'k8s.io/apiextensions-apiserver/pkg/apiserver/schema';
const machinery = 'k8s.io/apimachinery/pkg';

/** Parts of the API server that never run here, or would bring in what never does. None changes a verdict. */
const cuts: readonly Edit[] = [
  { stub: 'k8s.io/component-base/metrics', why: 'Prometheus, OpenTelemetry' },
  { stub: 'k8s.io/component-base/metrics/legacyregistry', why: 'Prometheus' },
  { stub: 'k8s.io/component-base/cli/flag', why: 'cobra, and by it text/template' },
  { stub: 'github.com/spf13/pflag', why: 'flags' },
  { stub: `${machinery}/util/net`, why: 'net/http' },
  { stub: `${machinery}/runtime/serializer/cbor/direct`, why: 'CBOR' },
  ...['util/runtime/runtime.go', 'api/errors/errors.go'].map((file) => ({
    file: `${machinery}/${file}`,
    from: '"net/http"',
    to: '"kubeval-wasm/stubs/http"',
    why: http,
  })),
  {
    file: 'k8s.io/apiserver/pkg/authorization/authorizer/interfaces.go',
    from: '"net/http"',
    to: '"kubeval-wasm/stubs/http"',
    why: http,
  },
  {
    remove: 'github.com/google/cel-go/cel/prompt.go',
    why: 'text/template, which keeps every exported method of every type',
  },
  { remove: 'github.com/go-openapi/swag/loading.go', why: 'net/http' },
  { remove: 'github.com/go-openapi/swag/yaml.go', why: 'it needs loading.go' },
  { remove: `${machinery}/runtime/swagger_doc_generator.go`, why: 'go/doc, go/parser' },
  { remove: `${machinery}/runtime/zz_generated.model_name.go`, why: 'it needs swagger_doc_generator.go' },
  { remove: `${openapi}/spec/gnostic.go`, why: 'gnostic' },
  {
    file: 'k8s.io/kube-openapi/pkg/internal/flags.go',
    from: 'var UseOptimizedJSONUnmarshaling bool = true',
    to: 'const UseOptimizedJSONUnmarshaling = false',
    why: 'a second JSON library',
  },
  {
    file: 'k8s.io/kube-openapi/pkg/internal/flags.go',
    from: 'var UseOptimizedJSONMarshaling bool = true',
    to: 'const UseOptimizedJSONMarshaling = false',
    why: 'a second JSON library',
  },
];

/**
 * Protocol buffers of the API types, which nothing reads or writes here. Those of apimachinery stay, for other files
 * call them; they are dropped by the linker once protobuf's own library no longer looks for such methods.
 */
const protobuf: readonly Edit[] = [
  ...['scheduling/v1', 'policy/v1', 'storage/v1', 'rbac/v1', 'autoscaling/v2', 'apps/v1', 'batch/v1', 'core/v1'].map(
    (path) => ({ remove: `k8s.io/api/${path}/generated.pb.go`, why: 'protobuf' }),
  ),
  { remove: 'k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1/generated.pb.go', why: 'protobuf' },
  {
    file: 'google.golang.org/protobuf/internal/impl/legacy_message.go',
    from: 'type legacyMarshaler interface {',
    to: 'type legacyMarshaler interface {\n\tnotHere()',
    why: 'an interface that keeps the method of every API type',
  },
  {
    file: 'google.golang.org/protobuf/internal/impl/legacy_message.go',
    from: 'type legacyUnmarshaler interface {',
    to: 'type legacyUnmarshaler interface {\n\tnotHere()',
    why: 'an interface that keeps the method of every API type',
  },
];

export const edits: readonly Edit[] = [...cuts, ...protobuf];
