package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"sort"
	"strings"

	"sigs.k8s.io/karpenter/pkg/cloudprovider"
	"sigs.k8s.io/karpenter/pkg/scheduling"
)

// result is what one pass did. Maps are keyed by workload unless stated otherwise.
type result struct {
	NewNodeClaims []claim                   `json:"newNodeClaims"`
	ExistingNodes map[string]map[string]int `json:"existingNodes,omitempty"`
	// StaticNodes maps a NodePool with replicas to what it launched for them.
	StaticNodes map[string]string  `json:"staticNodes,omitempty"`
	PodErrors   map[string]refusal `json:"podErrors,omitempty"`
	IgnoredPods map[string]refusal `json:"ignoredPods,omitempty"`
	// NotReady maps a NodePool to why it is not used.
	NotReady map[string]string `json:"nodePoolsNotReady,omitempty"`
	Events   []string          `json:"events,omitempty"`
	// TypeSets maps the ID by which claims name a set of instance types to the set.
	TypeSets map[string]string `json:"typeSets,omitempty"`
}

// claim stands for Count identical NodeClaims.
type claim struct {
	NodePool     string                 `json:"nodePool"`
	Count        int                    `json:"count"`
	Pods         map[string]int         `json:"pods"`
	Requirements map[string]requirement `json:"requirements"`
	Requests     map[string]string      `json:"requests"`
	TypeCount    int                    `json:"instanceTypeCount"`
	Types        string                 `json:"instanceTypes"`
	Launch       *launch                `json:"launch"`
}

type requirement struct {
	Operator  string   `json:"op"`
	Values    []string `json:"values,omitempty"`
	Gte       string   `json:"gte,omitempty"`
	Lte       string   `json:"lte,omitempty"`
	MinValues *int     `json:"minValues,omitempty"`
}

// launch is what would be sent to CreateFleet, and its cheapest offering.
type launch struct {
	CapacityType string   `json:"capacityType"`
	Cheapest     *offer   `json:"cheapest,omitempty"`
	Ties         []string `json:"ties,omitempty"`
	Types        string   `json:"types,omitempty"`
	TypeCount    int      `json:"typeCount"`
	Error        string   `json:"error,omitempty"`
}

type offer struct {
	InstanceType string  `json:"instanceType"`
	Zone         string  `json:"zone"`
	CapacityType string  `json:"capacityType"`
	Price        float64 `json:"price"`
}

type refusal struct {
	Count    int      `json:"count"`
	Messages []string `json:"messages"`
}

func requirementOf(r *scheduling.Requirement) requirement {
	out := requirement{Operator: string(r.Operator()), Values: r.Values(), MinValues: minValuesOf(r)}
	sort.Strings(out.Values)
	// Bounds are not exported, but the text of a requirement ends with them.
	for _, word := range strings.Fields(r.String()) {
		if bound, ok := strings.CutPrefix(word, ">="); ok {
			out.Gte = bound
		}
		if bound, ok := strings.CutPrefix(word, "<="); ok {
			out.Lte = bound
		}
	}
	return out
}

// typeSet stores the set of instance types and returns its ID.
func (r *result) typeSet(types []*cloudprovider.InstanceType) string {
	families := map[string][]string{}
	for _, instanceType := range types {
		family, size, _ := strings.Cut(instanceType.Name, ".")
		families[family] = append(families[family], size)
	}
	var parts []string
	for _, family := range sortedKeys(families) {
		sizes := families[family]
		sort.Strings(sizes)
		if len(sizes) == 1 {
			parts = append(parts, family+"."+sizes[0])
		} else {
			parts = append(parts, family+".{"+strings.Join(sizes, ",")+"}")
		}
	}
	set := strings.Join(parts, " ")
	sum := sha256.Sum256([]byte(set))
	id := hex.EncodeToString(sum[:4])
	r.TypeSets[id] = set
	return id
}

// mergeAlike merges identical claims and counts them, in the order of their JSON.
func mergeAlike(claims []claim) []claim {
	byText := map[string]*claim{}
	for i := range claims {
		text := jsonText(claims[i])
		if known, ok := byText[text]; ok {
			known.Count++
		} else {
			byText[text] = &claims[i]
		}
	}
	merged := []claim{}
	for _, text := range sortedKeys(byText) {
		merged = append(merged, *byText[text])
	}
	return merged
}

func jsonText(value any) string {
	text, err := json.Marshal(value)
	must(err)
	return string(text)
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for key := range m {
		keys = append(keys, key)
	}
	sort.Strings(keys)
	return keys
}
