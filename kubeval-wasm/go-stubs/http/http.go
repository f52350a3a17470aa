// Package http stands in for net/http, of which Kubernetes' errors need the constants; the real one brings TLS along.
package http

import "errors"

const (
	MethodPost = "POST"

	StatusBadRequest            = 400
	StatusUnauthorized          = 401
	StatusForbidden             = 403
	StatusNotFound              = 404
	StatusMethodNotAllowed      = 405
	StatusNotAcceptable         = 406
	StatusConflict              = 409
	StatusGone                  = 410
	StatusRequestEntityTooLarge = 413
	StatusUnsupportedMediaType  = 415
	StatusUnprocessableEntity   = 422
	StatusTooManyRequests       = 429
	StatusInternalServerError   = 500
	StatusServiceUnavailable    = 503
	StatusGatewayTimeout        = 504
)

// ErrAbortHandler is what nobody panics with here.
var ErrAbortHandler = errors.New("net/http: abort Handler")

// Request is named by an interface that nothing implements here.
type Request struct{}

// RoundTripper is named by functions that nobody calls here.
type RoundTripper interface{}
