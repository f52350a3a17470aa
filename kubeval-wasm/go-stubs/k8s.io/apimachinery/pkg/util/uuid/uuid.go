// Package uuid stands in for the real one: what is invented here is always the same.
package uuid

import "k8s.io/apimachinery/pkg/types"

func NewUUID() types.UID { return "00000000-0000-0000-0000-000000000000" }
