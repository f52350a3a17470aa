package main

import (
	"context"
	"fmt"
	"sort"
	"strings"

	"github.com/samber/lo"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"
	karpv1 "sigs.k8s.io/karpenter/pkg/apis/v1"
	"sigs.k8s.io/karpenter/pkg/controllers/disruption"
	scheduler "sigs.k8s.io/karpenter/pkg/controllers/provisioning/scheduling"
)

// nameAnnotation contains the name for a new NodeClaim. Karpenter generates names when it creates claims, in parallel.
const nameAnnotation = "oracle/name"

// method wraps one of Karpenter's methods. It records the candidates, and names the requested NodeClaims in order.
type method struct {
	disruption.Method
	name    string
	cluster *cluster
}

func newMethod(c *cluster, upstream disruption.Method) disruption.Method {
	return &method{upstream, strings.TrimPrefix(fmt.Sprintf("%T", upstream), "*disruption."), c}
}

// SetNodePoolTotals is found by a type assertion in Karpenter. Without it, a Balanced NodePool would approve everything.
func (m *method) SetNodePoolTotals(totals map[string]disruption.NodePoolTotals) {
	if setter, ok := m.Method.(disruption.NodePoolTotalsSetter); ok {
		setter.SetNodePoolTotals(totals)
	}
}

func (m *method) ComputeCommands(ctx context.Context, budget map[string]int, candidates ...*disruption.Candidate) ([]disruption.Command, error) {
	m.cluster.rounds = append(m.cluster.rounds, m.round(budget, candidates))
	m.flagTies(candidates)
	commands, err := m.Method.ComputeCommands(ctx, budget, candidates...)
	for _, command := range commands {
		for _, replacement := range command.Replacements {
			m.cluster.nameClaim(replacement.NodeClaim)
		}
	}
	return commands, err
}

func (m *method) round(budget map[string]int, candidates []*disruption.Candidate) round {
	r := round{Method: m.name, Budget: lo.Assign(budget), Candidates: []candidatePicture{}}
	for _, candidate := range candidates {
		r.Candidates = append(r.Candidates, candidatePicture{
			candidate.Name(), candidate.NodePool.Name, candidate.Price, candidate.RescheduleDisruptionCost,
		})
	}
	sort.Slice(r.Candidates, func(i, j int) bool { return r.Candidates[i].Node < r.Candidates[j].Node })
	return r
}

// flagTies finds the choices of this round that Karpenter makes at random.
func (m *method) flagTies(candidates []*disruption.Candidate) {
	if m.name == "Drift" {
		times := lo.UniqBy(candidates, func(candidate *disruption.Candidate) int64 {
			return candidate.NodeClaim.StatusConditions().Get(karpv1.ConditionTypeDrifted).LastTransitionTime.Unix()
		})
		m.cluster.flag("drift-time-tie", len(times) < len(candidates))
		return
	}
	ratios := lo.UniqBy(candidates, func(candidate *disruption.Candidate) float64 { return candidate.SavingsRatio() })
	pools := lo.UniqBy(candidates, func(candidate *disruption.Candidate) string { return candidate.NodePool.Name })
	m.cluster.flag("savings-ratio-tie", len(ratios) < len(candidates))
	m.cluster.flag("single-pool-order", m.name == "SingleNodeConsolidation" && len(pools) > 1)
}

// nameClaim names a claim after its NodePool, with a number.
func (c *cluster) nameClaim(claim *scheduler.NodeClaim) string {
	c.named[claim.NodePoolName]++
	name := fmt.Sprintf("%s-r%03d", claim.NodePoolName, c.named[claim.NodePoolName])
	claim.Annotations = lo.Assign(claim.Annotations, map[string]string{nameAnnotation: name})
	return name
}

// createNamed uses the annotation as the name.
func createNamed(clock jumpingClock) func(context.Context, client.WithWatch, client.Object, ...client.CreateOption) error {
	return func(ctx context.Context, c client.WithWatch, object client.Object, options ...client.CreateOption) error {
		if name, ok := object.GetAnnotations()[nameAnnotation]; ok {
			object.SetAnnotations(lo.OmitByKeys(object.GetAnnotations(), []string{nameAnnotation}))
			object.SetName(name)
			object.SetGenerateName("")
			object.SetUID(types.UID("nc-" + name))
			object.SetCreationTimestamp(metav1.NewTime(clock.Now()))
		}
		return c.Create(ctx, object, options...)
	}
}
