package main

import (
	"fmt"
	"regexp"
	"sort"
	"strings"

	awsv1 "github.com/aws/karpenter-provider-aws/pkg/apis/v1"
	"go.uber.org/multierr"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/sets"
	karpv1 "sigs.k8s.io/karpenter/pkg/apis/v1"
	scheduler "sigs.k8s.io/karpenter/pkg/controllers/provisioning/scheduling"
)

// workload is the key of a pod's workload. A pod that leaves a node has its controller's key, otherwise its own.
func (w *world) workload(pod *corev1.Pod) string {
	if key, ok := w.store.workloads[pod.UID]; ok {
		return key
	}
	if owner := metav1.GetControllerOf(pod); owner != nil {
		return owner.Kind + "/" + pod.Namespace + "/" + owner.Name
	}
	return "Pod/" + pod.Namespace + "/" + pod.Name
}

func (w *world) count(pods []*corev1.Pod) map[string]int {
	counts := map[string]int{}
	for _, pod := range pods {
		counts[w.workload(pod)]++
	}
	return counts
}

func (w *world) existingNodes(nodes []*scheduler.ExistingNode) map[string]map[string]int {
	found := map[string]map[string]int{}
	for _, node := range nodes {
		if len(node.Pods) > 0 {
			found[node.Name()] = w.count(node.Pods)
		}
	}
	return found
}

// hiddenKeys add nothing to what a claim's NodePool says.
var hiddenKeys = sets.New(karpv1.NodePoolLabelKey, karpv1.NodeRegisteredLabelKey, karpv1.NodeInitializedLabelKey,
	corev1.LabelHostname, awsv1.LabelNodeClass)

// claims describes the scheduler's new NodeClaims before they become objects.
func (w *world) claims(nodeClaims []*scheduler.NodeClaim, r *result) []claim {
	var claims []claim
	launches := map[string]*launch{}
	for _, nodeClaim := range nodeClaims {
		c := claim{
			NodePool:     nodeClaim.NodePoolName,
			Count:        1,
			Pods:         w.count(nodeClaim.Pods),
			Requirements: map[string]requirement{},
			Requests:     map[string]string{},
			TypeCount:    len(nodeClaim.InstanceTypeOptions),
			Types:        r.typeSet(nodeClaim.InstanceTypeOptions),
		}
		for key, value := range nodeClaim.Requirements {
			if !hiddenKeys.Has(key) {
				c.Requirements[key] = requirementOf(value)
			}
		}
		for resource, amount := range nodeClaim.Spec.Resources.Requests {
			c.Requests[string(resource)] = amount.String()
		}
		// Pods do not affect the launch, so claims that differ only in them are launched in the same way.
		alike := jsonText([]any{c.NodePool, c.Requirements, c.Requests, c.Types})
		if launches[alike] == nil {
			launches[alike] = w.launch(nodeClaim.ToNodeClaim(), r)
		}
		c.Launch = launches[alike]
		claims = append(claims, c)
	}
	return mergeAlike(claims)
}

// placeholder hostnames contain a number that increases throughout the process.
var placeholder = regexp.MustCompile(`hostname-placeholder-\d+`)

const shownMessages = 4

// refusals counts pods per workload, with distinct messages: the errors of all NodePools in order, joined.
func (w *world) refusals(pods map[*corev1.Pod]error) map[string]refusal {
	counts, messages := map[string]int{}, map[string]map[string]bool{}
	for pod, err := range pods {
		key := w.workload(pod)
		counts[key]++
		if messages[key] == nil {
			messages[key] = map[string]bool{}
		}
		messages[key][message(err)] = true
	}
	refused := map[string]refusal{}
	for key, count := range counts {
		shown := sortedKeys(messages[key])
		if more := len(shown) - shownMessages; more > 0 {
			shown = append(shown[:shownMessages], fmt.Sprintf("(and %d more distinct messages)", more))
		}
		refused[key] = refusal{Count: count, Messages: shown}
	}
	return refused
}

func message(err error) string {
	var parts []string
	for _, part := range multierr.Errors(err) {
		parts = append(parts, placeholder.ReplaceAllString(part.Error(), "hostname-placeholder"))
	}
	sort.Strings(parts)
	return strings.Join(parts, " ;; ")
}

// events are those that say why a NodePool is not used.
func (w *world) events() []string {
	found := map[string]bool{}
	for _, event := range w.recorder.events {
		if event.Reason == "NoCompatibleInstanceTypes" {
			name := event.InvolvedObject.(interface{ GetName() string }).GetName()
			found[event.Reason+" "+name+": "+event.Message] = true
		}
	}
	return sortedKeys(found)
}
