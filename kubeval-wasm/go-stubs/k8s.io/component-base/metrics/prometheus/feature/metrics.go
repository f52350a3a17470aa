// Package feature stands in for the real one: nothing is measured here.
package feature

import "context"

func RecordFeatureInfo(context.Context, string, string, bool) {}
