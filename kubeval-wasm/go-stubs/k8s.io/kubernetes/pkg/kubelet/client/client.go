// Package client stands in for the real one: no kubelet is asked here.
package client

import (
	"context"

	"k8s.io/apimachinery/pkg/types"
	"kubeval-wasm/stubs/http"
)

type ConnectionInfo struct {
	Scheme                         string
	Hostname                       string
	Port                           string
	Transport                      http.RoundTripper
	InsecureSkipTLSVerifyTransport http.RoundTripper
}

type ConnectionInfoGetter interface {
	GetConnectionInfo(ctx context.Context, nodeName types.NodeName) (*ConnectionInfo, error)
}
