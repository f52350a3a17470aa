/** A change to the vendored Go modules. Each has to match exactly once, otherwise the build fails. */
export type Edit =
  | { readonly remove: string; readonly why: string }
  | { readonly file: string; readonly from: string; readonly to: string; readonly why: string }
  /** The package at that path is replaced by the one with the same path in go-stubs/. */
  | { readonly stub: string; readonly why: string }
  /** The files with the same path in go-stubs/ are added to the package at that path. */
  | { readonly add: string; readonly why: string };

export const openapi = 'k8s.io/kube-openapi/pkg/validation';
export const structural = 'k8s.io/apiextensions-apiserver/pkg/apiserver/schema';
export const machinery = 'k8s.io/apimachinery/pkg';
/** The file that evaluates the CEL rules of a schema. */
export const rules = `${structural}/cel/validation.go`;
