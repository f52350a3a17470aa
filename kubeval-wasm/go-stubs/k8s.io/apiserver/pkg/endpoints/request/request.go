// Package request stands in for the real one, of which strategies need what a context says of the request.
package request

import "context"

type key int

const (
	namespaceKey key = iota
	requestInfoKey
)

// RequestInfo says what is asked for.
type RequestInfo struct {
	APIGroup    string
	APIVersion  string
	Resource    string
	Subresource string
}

func WithNamespace(parent context.Context, namespace string) context.Context {
	return context.WithValue(parent, namespaceKey, namespace)
}

func NamespaceFrom(ctx context.Context) (string, bool) {
	namespace, ok := ctx.Value(namespaceKey).(string)
	return namespace, ok
}

func WithRequestInfo(parent context.Context, info *RequestInfo) context.Context {
	return context.WithValue(parent, requestInfoKey, info)
}

func RequestInfoFrom(ctx context.Context) (*RequestInfo, bool) {
	info, ok := ctx.Value(requestInfoKey).(*RequestInfo)
	return info, ok
}
