import { type Edit, machinery, openapi } from './edit.ts';

const http = 'constants of net/http, without its TLS';
const mergeValue = 'sigs.k8s.io/structured-merge-diff/v6/value/value.go';

/** Parts of the API server that never run here, or that import such parts. None of these changes affects a verdict. */
const cuts: readonly Edit[] = [
  { stub: 'k8s.io/component-base/metrics', why: 'Prometheus, OpenTelemetry' },
  { stub: 'k8s.io/component-base/metrics/legacyregistry', why: 'Prometheus' },
  { stub: 'k8s.io/component-base/cli/flag', why: 'cobra, which imports text/template' },
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
    file: mergeValue,
    from: '	jsoniter "github.com/json-iterator/go"\n',
    to: '	"encoding/json"\n',
    why: 'json-iterator',
  },
  {
    file: mergeValue,
    from: `var (
	readPool  = jsoniter.NewIterator(jsoniter.ConfigCompatibleWithStandardLibrary).Pool()
	writePool = jsoniter.NewStream(jsoniter.ConfigCompatibleWithStandardLibrary, nil, 1024).Pool()
)
`,
    to: '',
    why: 'as above',
  },
  {
    file: mergeValue,
    from: `	iter := readPool.BorrowIterator(input)
	defer readPool.ReturnIterator(iter)
	return readJSONIter(iter)
}`,
    to: `	var v interface{}
	if err := json.Unmarshal(input, &v); err != nil {
		return nil, err
	}
	return NewValueInterface(v), nil
}`,
    why: 'as above; only server-side apply reads and writes like this',
  },
  {
    file: mergeValue,
    from: `	buf := bytes.Buffer{}
	stream := writePool.BorrowStream(&buf)
	defer writePool.ReturnStream(stream)
	writeJSONStream(v, stream)
	b := stream.Buffer()
	err := stream.Flush()
	// Help jsoniter manage its buffers--without this, the next
	// use of the stream is likely to require an allocation. Look
	// at the jsoniter stream code to understand why. They were probably
	// optimizing for folks using the buffer directly.
	stream.SetBuffer(b[:0])
	return buf.Bytes(), err
}

// readJSONIter reads a Value from a JSON iterator.
// DO NOT EXPORT
// TODO: eliminate this https://github.com/kubernetes-sigs/structured-merge-diff/issues/202
func readJSONIter(iter *jsoniter.Iterator) (Value, error) {
	v := iter.Read()
	if iter.Error != nil && iter.Error != io.EOF {
		return nil, iter.Error
	}
	return NewValueInterface(v), nil
}

// writeJSONStream writes a value into a JSON stream.
// DO NOT EXPORT
// TODO: eliminate this https://github.com/kubernetes-sigs/structured-merge-diff/issues/202
func writeJSONStream(v Value, stream *jsoniter.Stream) {
	stream.WriteVal(v.Unstructured())
}`,
    to: `	return json.Marshal(v.Unstructured())
}`,
    why: 'as above',
  },
  { file: mergeValue, from: '	"bytes"\n', to: '', why: 'as above' },
  { file: mergeValue, from: '	"io"\n', to: '', why: 'as above' },
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
 * Protocol buffers of the API types, which nothing reads or writes here. Those of apimachinery stay, because other files
 * call them. The linker drops them once the protobuf library no longer looks for such methods.
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

export const sizeEdits: readonly Edit[] = [...cuts, ...protobuf];
