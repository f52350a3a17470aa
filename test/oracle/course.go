package main

import (
	"math"
	"sort"
	"time"

	"github.com/samber/lo"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	karpv1 "sigs.k8s.io/karpenter/pkg/apis/v1"
	"sigs.k8s.io/karpenter/pkg/controllers/disruption"
	podutils "sigs.k8s.io/karpenter/pkg/utils/pod"
)

// course is what the disruption controllers do to a cluster. Pods are counted by their label "app".
type course struct {
	// Stop is "settled", "step limit", or begins with "cycle" or "error".
	Stop         string         `json:"stop"`
	Flags        []string       `json:"flags,omitempty"`
	Initial      []nodePicture  `json:"initial"`
	InitialPrice float64        `json:"initialHourlyPrice"`
	FirstRound   []round        `json:"firstRound"`
	Commands     []*command     `json:"commands"`
	Provisioned  []*provisioned `json:"provisioned,omitempty"`
	PendingPods  map[string]int `json:"pendingPods,omitempty"`
	Final        []nodePicture  `json:"final"`
	FinalPrice   float64        `json:"finalHourlyPrice"`
}

type placement struct {
	Name         string  `json:"name"`
	NodePool     string  `json:"nodePool"`
	InstanceType string  `json:"instanceType"`
	Zone         string  `json:"zone"`
	CapacityType string  `json:"capacityType"`
	Price        float64 `json:"price"`
}

type nodePicture struct {
	placement
	Pods    map[string]int `json:"pods"`
	Drifted string         `json:"drifted,omitempty"`
}

type replacement struct {
	placement
	InstanceTypeCount int    `json:"instanceTypeCount"`
	LaunchError       string `json:"launchError,omitempty"`
}

// round contains the candidates of a method in one turn of the controller.
type round struct {
	Method     string             `json:"method"`
	Budget     map[string]int     `json:"budget"`
	Candidates []candidatePicture `json:"candidates"`
}

type candidatePicture struct {
	Node           string  `json:"node"`
	NodePool       string  `json:"nodePool"`
	Price          float64 `json:"price"`
	DisruptionCost float64 `json:"disruptionCost"`
}

type moves map[string]map[string]int

func (m moves) add(workload, node string) {
	if m[workload] == nil {
		m[workload] = map[string]int{}
	}
	m[workload][node]++
}

type command struct {
	Wave         int            `json:"wave"`
	At           string         `json:"at"`
	Method       string         `json:"method"`
	Reason       string         `json:"reason"`
	Decision     string         `json:"decision"`
	Candidates   []string       `json:"candidates"`
	Replacements []replacement  `json:"replacements"`
	PodsMoved    moves          `json:"podsMoved"`
	PodsLeft     map[string]int `json:"podsLeft,omitempty"`
	Savings      float64        `json:"savings"`

	upstream *disruption.Command
	places   map[types.UID]string
}

type provisioned struct {
	AfterWave int            `json:"afterWave"`
	New       []replacement  `json:"new"`
	PodsMoved moves          `json:"podsMoved"`
	PodErrors map[string]int `json:"podErrors,omitempty"`
}

// newCommand describes a command that has just been started, and notes where its simulation placed the pods.
func newCommand(started *disruption.Command, wave int) *command {
	c := &command{
		Wave: wave, At: started.CreationTimestamp.UTC().Format(time.RFC3339), Method: started.Method.(*method).name,
		Reason: string(started.Reason()), Decision: string(started.Decision()), Savings: round6(started.EstimatedSavings()),
		Candidates:   lo.Map(started.Candidates, func(candidate *disruption.Candidate, _ int) string { return candidate.Name() }),
		Replacements: []replacement{}, PodsMoved: moves{}, PodsLeft: map[string]int{},
		upstream: started, places: map[types.UID]string{},
	}
	sort.Strings(c.Candidates)
	for i, claim := range started.Results.NewNodeClaims {
		for _, pod := range claim.Pods {
			if i < len(started.Replacements) {
				c.places[pod.UID] = started.Replacements[i].Name
			}
		}
	}
	for _, node := range started.Results.ExistingNodes {
		for _, pod := range node.Pods {
			c.places[pod.UID] = node.Name()
		}
	}
	return c
}

// picture describes the current cluster: nodes by name, their hourly price, and pending pods.
func (c *cluster) picture() ([]nodePicture, float64, map[string]int) {
	nodes, sum := []nodePicture{}, 0.0
	drifted := map[string]string{}
	for _, claim := range c.nodeClaims() {
		if condition := claim.StatusConditions().Get(karpv1.ConditionTypeDrifted); condition.IsTrue() {
			drifted[claim.Status.ProviderID] = condition.Reason
		}
	}
	var list corev1.NodeList
	must(c.client.List(c.ctx, &list))
	for _, node := range list.Items {
		labels := node.Labels
		at := placement{
			Name: node.Name, NodePool: labels[karpv1.NodePoolLabelKey], InstanceType: labels[corev1.LabelInstanceTypeStable],
			Zone: labels[corev1.LabelTopologyZone], CapacityType: labels[karpv1.CapacityTypeLabelKey],
		}
		at.Price = c.price(at)
		sum += at.Price
		pods := lo.CountValuesBy(c.pods(node.Name), workloadOf)
		nodes = append(nodes, nodePicture{placement: at, Pods: pods, Drifted: drifted[node.Spec.ProviderID]})
	}
	sort.Slice(nodes, func(i, j int) bool { return nodes[i].Name < nodes[j].Name })
	waiting := lo.Filter(c.pods(""), func(pod *corev1.Pod, _ int) bool { return pod.Spec.NodeName == "" })
	return nodes, round6(sum), lo.CountValuesBy(waiting, workloadOf)
}

// shape is the same for clusters that differ only in the names of nodes.
func (c *cluster) shape() string {
	nodes, _, _ := c.picture()
	lines := lo.Map(nodes, func(node nodePicture, _ int) string {
		node.Name = ""
		return jsonText(node)
	})
	sort.Strings(lines)
	return jsonText(lines)
}

// price is the price of a node's offering; 0 if the NodePool no longer has it.
func (c *cluster) price(at placement) float64 {
	instanceType, ok := c.offered[at.NodePool][at.InstanceType]
	if !ok {
		return 0
	}
	price, _ := instanceType.OfferingPrice(at.Zone, at.CapacityType)
	if math.IsInf(price, 0) || price == math.MaxFloat64 {
		return 0
	}
	return price
}

func workloadOf(pod *corev1.Pod) string {
	if podutils.IsOwnedByDaemonSet(pod) {
		return "DaemonSet/" + pod.OwnerReferences[0].Name
	}
	if app := pod.Labels["app"]; app != "" {
		return app
	}
	return pod.Name
}
