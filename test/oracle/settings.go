package main

import (
	"context"
	"time"

	awsoptions "github.com/aws/karpenter-provider-aws/pkg/operator/options"
	coreoptions "sigs.k8s.io/karpenter/pkg/operator/options"
)

// settings is scenario.json: what stands beside the manifests. Fields that only readers need are not named here.
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
	// Kind is "consolidation" or "drift" where the disruption controllers are asked instead of the provisioner.
	Kind string `json:"kind"`
	// Now is what the clock says at the beginning.
	Now         time.Time `json:"now"`
	StepSeconds int       `json:"stepSeconds"`
	SpotToSpot  bool      `json:"spotToSpot"`
}

// clock is when the world begins: an hour after its first workload, where nothing else is said.
func (s settings) clock() time.Time {
	if s.Now.IsZero() {
		return start.Add(time.Hour)
	}
	return s.Now
}

// hasReservedCapacity is so where nothing else is said.
func (s settings) hasReservedCapacity() bool {
	isOn, isSaid := s.FeatureGates["reservedCapacity"]
	return isOn || !isSaid
}

// context carries the options that Karpenter reads; without either of the two it panics.
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
