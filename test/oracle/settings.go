package main

import (
	"context"
	"time"

	awsoptions "github.com/aws/karpenter-provider-aws/pkg/operator/options"
	coreoptions "sigs.k8s.io/karpenter/pkg/operator/options"
)

// settings is scenario.json: the settings that accompany the manifests. Fields that are only for readers are not listed here.
type settings struct {
	Region                  string                        `json:"region"`
	Zones                   []string                      `json:"zones"`
	NodeClassZones          map[string][]string           `json:"nodeClassZones"`
	PreferencePolicy        *coreoptions.PreferencePolicy `json:"preferencePolicy"`
	MinValuesPolicy         *coreoptions.MinValuesPolicy  `json:"minValuesPolicy"`
	SpotPricing             string                        `json:"spotPricing"`
	VMMemoryOverheadPercent *float64                      `json:"vmMemoryOverheadPercent"`
	ReservedENIs            int                           `json:"reservedENIs"`
	Reservations            map[string]int                `json:"reservations"`
	// FeatureGates are named as in the Helm chart: "nodeOverlay", "staticCapacity", "reservedCapacity".
	FeatureGates map[string]bool `json:"featureGates"`
	// Kind is "consolidation" or "drift" for the disruption controllers. It is empty for the provisioner.
	Kind string `json:"kind"`
	// Now is the time of the clock at the beginning.
	Now         time.Time `json:"now"`
	StepSeconds int       `json:"stepSeconds"`
	SpotToSpot  bool      `json:"spotToSpot"`
}

// clock is the time at which the world begins: by default an hour after its first workload.
func (s settings) clock() time.Time {
	if s.Now.IsZero() {
		return start.Add(time.Hour)
	}
	return s.Now
}

// hasReservedCapacity is true by default.
func (s settings) hasReservedCapacity() bool {
	isOn, isSaid := s.FeatureGates["reservedCapacity"]
	return isOn || !isSaid
}

// context has the options that Karpenter reads. It panics if either of the two is missing.
func (s settings) context() context.Context {
	core := &coreoptions.Options{
		CPURequests:       1000, // one worker
		BatchMaxDuration:  10 * time.Second,
		BatchIdleDuration: time.Second,
		PreferencePolicy:  coreoptions.PreferencePolicyRespect,
		MinValuesPolicy:   coreoptions.MinValuesPolicyStrict,
		IgnoreDRARequests: true,
		FeatureGates: coreoptions.FeatureGates{
			ReservedCapacity: s.hasReservedCapacity(), SpotToSpotConsolidation: s.SpotToSpot,
			NodeOverlay: s.FeatureGates["nodeOverlay"], StaticCapacity: s.FeatureGates["staticCapacity"],
		},
	}
	if s.PreferencePolicy != nil {
		core.PreferencePolicy = *s.PreferencePolicy
	}
	if s.MinValuesPolicy != nil {
		core.MinValuesPolicy = *s.MinValuesPolicy
	}
	aws := &awsoptions.Options{ClusterName: "oracle", VMMemoryOverheadPercent: 0.075, ReservedENIs: s.ReservedENIs}
	if s.VMMemoryOverheadPercent != nil {
		aws.VMMemoryOverheadPercent = *s.VMMemoryOverheadPercent
	}
	return awsoptions.ToContext(coreoptions.ToContext(context.Background(), core), aws)
}
