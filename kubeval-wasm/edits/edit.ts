/** A change to the vendored Go modules; each has to hit exactly once, or the build fails. */
export type Edit =
  | { readonly remove: string; readonly why: string }
  | { readonly file: string; readonly from: string; readonly to: string; readonly why: string }
  /** The package at that path is what stands in go-stubs/ under the same path. */
  | { readonly stub: string; readonly why: string }
  /** The package at that path gets the files that stand in go-stubs/ under the same path. */
  | { readonly add: string; readonly why: string };

export const openapi = 'k8s.io/kube-openapi/pkg/validation';
export const structural = 'k8s.io/apiextensions-apiserver/pkg/apiserver/schema';
export const machinery = 'k8s.io/apimachinery/pkg';
/** Where the CEL rules of a schema are evaluated. */
export const rules = `${structural}/cel/validation.go`;
