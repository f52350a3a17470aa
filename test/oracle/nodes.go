package main

import (
	"github.com/awslabs/operatorpkg/status"
	"github.com/samber/lo"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"
	karpv1 "sigs.k8s.io/karpenter/pkg/apis/v1"
	"sigs.k8s.io/karpenter/pkg/cloudprovider"
	"sigs.k8s.io/karpenter/pkg/controllers/nodeclaim/lifecycle"
	scheduler "sigs.k8s.io/karpenter/pkg/controllers/provisioning/scheduling"
	"sigs.k8s.io/karpenter/pkg/scheduling"
	podutils "sigs.k8s.io/karpenter/pkg/utils/pod"
	"sigs.k8s.io/karpenter/pkg/utils/resources"

	awsv1 "github.com/aws/karpenter-provider-aws/pkg/apis/v1"
)

func (w *world) nodeClaims() []*karpv1.NodeClaim {
	var list karpv1.NodeClaimList
	must(w.client.List(w.ctx, &list))
	return lo.Map(list.Items, func(_ karpv1.NodeClaim, i int) *karpv1.NodeClaim { return &list.Items[i] })
}

// pods are those of a node, or all of them.
func (w *world) pods(node string) []*corev1.Pod {
	var list corev1.PodList
	options := []client.ListOption{}
	if node != "" {
		options = append(options, client.MatchingFields{"spec.nodeName": node})
	}
	must(w.client.List(w.ctx, &list, options...))
	return lo.Map(list.Items, func(_ corev1.Pod, i int) *corev1.Pod { return &list.Items[i] })
}

func (w *world) nodeClaim(name string) *karpv1.NodeClaim {
	claim := &karpv1.NodeClaim{}
	must(w.client.Get(w.ctx, types.NamespacedName{Name: name}, claim))
	return claim
}

// launchClaim gives the claim the cheapest instance of a possible launch: launched, not yet registered.
func (c *cluster) launchClaim(name string) replacement {
	claim := c.nodeClaim(name)
	pool := claim.Labels[karpv1.NodePoolLabelKey]
	r := replacement{placement: placement{Name: name, NodePool: pool}}
	for _, requirement := range claim.Spec.Requirements {
		if requirement.Key == corev1.LabelInstanceTypeStable {
			r.InstanceTypeCount = len(requirement.Values)
		}
	}
	// The filters before a launch edit the offerings in place, so this list must not be shared.
	shared := c.types.known
	c.types.known = nil
	chosen := c.launch(claim, &result{TypeSets: map[string]string{}})
	c.types.known = shared
	if chosen.Error != "" || chosen.Cheapest == nil {
		r.LaunchError = "launch: " + chosen.Error
		return r
	}
	offer := *chosen.Cheapest
	r.InstanceType, r.Zone, r.CapacityType, r.Price = offer.InstanceType, offer.Zone, offer.CapacityType, offer.Price
	c.populate(claim, r.placement, c.offered[r.NodePool][r.InstanceType])
	must(c.cost.UpdateNodeClaim(c.ctx, claim))
	return r
}

// populate sets the labels and status that a launch gives a NodeClaim.
func (w *world) populate(claim *karpv1.NodeClaim, at placement, instanceType *cloudprovider.InstanceType) {
	class := &awsv1.EC2NodeClass{}
	must(w.client.Get(w.ctx, types.NamespacedName{Name: claim.Spec.NodeClassRef.Name}, class))
	labels := w.launchLabels(instanceType, at)
	launched := &karpv1.NodeClaim{ObjectMeta: metav1.ObjectMeta{Labels: labels, Annotations: hashAnnotations(class)}}
	launched.Status.ProviderID = "aws:///" + at.Zone + "/i-" + at.Name
	launched.Status.ImageID = imageOf(class, labels[corev1.LabelArchStable])
	launched.Status.Capacity, launched.Status.Allocatable = present(instanceType.Capacity), present(instanceType.Allocatable())
	if _, ok := claim.Spec.Resources.Requests[awsv1.ResourceEFA]; !ok && class.Spec.NetworkInterfaces == nil {
		delete(launched.Status.Capacity, awsv1.ResourceEFA)
		delete(launched.Status.Allocatable, awsv1.ResourceEFA)
	}
	lifecycle.PopulateNodeClaimDetails(claim, launched)
	filled := claim.Status.DeepCopy()
	must(w.client.Update(w.ctx, claim))
	claim.Status = *filled
	claim.StatusConditions(status.WithClock(w.clock)).SetTrue(karpv1.ConditionTypeLaunched)
	must(w.client.Status().Update(w.ctx, claim))
	w.cluster.UpdateNodeClaim(claim)
}

// launchLabels are labels of the instance type with one value, and labels of the launch's offering.
func (w *world) launchLabels(instanceType *cloudprovider.InstanceType, at placement) map[string]string {
	labels := map[string]string{}
	for key, requirement := range instanceType.Requirements {
		if requirement.Len() == 1 {
			labels[key] = requirement.Values()[0]
		}
	}
	labels = lo.OmitByKeys(labels, []string{
		cloudprovider.ReservationIDLabel, awsv1.LabelCapacityReservationType, awsv1.LabelCapacityReservationInterruptible,
	})
	return lo.Assign(labels, reservationLabels(instanceType, at), map[string]string{
		corev1.LabelTopologyZone:    at.Zone,
		awsv1.LabelTopologyZoneID:   w.store.scenario.catalog.zoneIDs[at.Zone],
		karpv1.CapacityTypeLabelKey: at.CapacityType,
		awsv1.LabelInstanceTenancy:  "default",
		karpv1.NodePoolLabelKey:     at.NodePool,
	})
}

// reservationLabels are those of the instance's reservation, which is the one with most free instances if there are several.
func reservationLabels(instanceType *cloudprovider.InstanceType, at placement) map[string]string {
	own := lo.Filter(instanceType.Offerings, func(offering *cloudprovider.Offering, _ int) bool {
		return at.CapacityType == karpv1.CapacityTypeReserved && offering.CapacityType() == at.CapacityType && offering.Zone() == at.Zone
	})
	if len(own) == 0 {
		return nil
	}
	chosen := lo.MaxBy(own, func(a, b *cloudprovider.Offering) bool { return a.ReservationCapacity > b.ReservationCapacity })
	labels := map[string]string{}
	for _, key := range []string{
		cloudprovider.ReservationIDLabel, awsv1.LabelCapacityReservationType, awsv1.LabelCapacityReservationInterruptible,
	} {
		labels[key] = chosen.Requirements.Get(key).Any()
	}
	return labels
}

func imageOf(class *awsv1.EC2NodeClass, architecture string) string {
	for _, image := range class.Status.AMIs {
		for _, requirement := range image.Requirements {
			if requirement.Key == corev1.LabelArchStable && lo.Contains(requirement.Values, architecture) {
				return image.ID
			}
		}
	}
	return ""
}

func present(amounts corev1.ResourceList) corev1.ResourceList {
	return lo.PickBy(amounts, func(_ corev1.ResourceName, amount resource.Quantity) bool { return !amount.IsZero() })
}

// initialize turns a launched claim into a ready node, on which the pods of DaemonSets start.
func (c *cluster) initialize(name string) {
	c.startDaemonPods(c.startNode(c.nodeClaim(name), name))
}

// startNode turns a launched claim into a ready node with that name.
func (w *world) startNode(claim *karpv1.NodeClaim, name string) *corev1.Node {
	node := &corev1.Node{
		ObjectMeta: metav1.ObjectMeta{
			Name: name, CreationTimestamp: metav1.NewTime(w.clock.Now()), Annotations: claim.Annotations,
			Labels: lo.Assign(claim.Labels, map[string]string{
				corev1.LabelHostname: name, karpv1.NodeRegisteredLabelKey: "true", karpv1.NodeInitializedLabelKey: "true",
			}),
		},
		Spec: corev1.NodeSpec{ProviderID: claim.Status.ProviderID, Taints: claim.Spec.Taints},
		Status: corev1.NodeStatus{
			Capacity: claim.Status.Capacity, Allocatable: claim.Status.Allocatable,
			Conditions: []corev1.NodeCondition{{Type: corev1.NodeReady, Status: corev1.ConditionTrue}},
		},
	}
	must(w.client.Create(w.ctx, node))
	claim.Status.NodeName = name
	for _, condition := range []string{karpv1.ConditionTypeRegistered, karpv1.ConditionTypeInitialized} {
		claim.StatusConditions(status.WithClock(w.clock)).SetTrue(condition)
	}
	must(w.client.Status().Update(w.ctx, claim))
	w.cluster.UpdateNodeClaim(claim)
	must(w.cluster.UpdateNode(w.ctx, node))
	return node
}

func (c *cluster) startDaemonPods(node *corev1.Node) {
	var list appsv1.DaemonSetList
	must(c.client.List(c.ctx, &list))
	for _, daemonSet := range list.Items {
		spec := daemonSet.Spec.Template.Spec.DeepCopy()
		if !lo.EveryBy(lo.Entries(spec.NodeSelector), func(wanted lo.Entry[string, string]) bool { return node.Labels[wanted.Key] == wanted.Value }) {
			continue
		}
		if scheduling.Taints(node.Spec.Taints).Tolerates(spec.Tolerations) != nil {
			continue
		}
		spec.NodeName = node.Name
		pod := &corev1.Pod{
			ObjectMeta: metav1.ObjectMeta{
				Name: daemonSet.Name + "-" + node.Name, Namespace: daemonSet.Namespace, Labels: daemonSet.Spec.Template.Labels,
				UID: types.UID(daemonSet.Name + node.Name),
				OwnerReferences: []metav1.OwnerReference{{
					APIVersion: "apps/v1", Kind: "DaemonSet", Name: daemonSet.Name, UID: daemonSet.UID, Controller: lo.ToPtr(true),
				}},
			},
			Spec: *spec,
			Status: corev1.PodStatus{Phase: corev1.PodRunning, Conditions: []corev1.PodCondition{{
				Type: corev1.PodScheduled, Status: corev1.ConditionTrue,
			}}},
		}
		defaultPod(pod)
		must(c.client.Create(c.ctx, pod))
		must(c.world.cluster.UpdatePod(c.ctx, pod))
	}
}

// provision runs the scheduler for pending pods and launches their nodes. Returns whether there were any.
func (c *cluster) provision(wave int) bool {
	solved, pods := c.solve()
	if len(pods) == 0 {
		return false
	}
	p := &provisioned{AfterWave: wave, New: []replacement{}, PodsMoved: moves{}}
	c.course.Provisioned = append(c.course.Provisioned, p)
	if solved == nil {
		p.PodErrors = lo.CountValuesBy(pods, workloadOf)
		return true
	}
	p.PodErrors = lo.CountValuesBy(lo.Keys(solved.PodErrors), workloadOf)
	names := lo.Map(solved.NewNodeClaims, func(claim *scheduler.NodeClaim, _ int) string { return c.nameClaim(claim) })
	created, err := c.provisioner.CreateNodeClaims(c.ctx, solved.NewNodeClaims)
	c.flag("provision-error", err != nil)
	for i, claim := range solved.NewNodeClaims {
		if i >= len(created) || created[i] == "" {
			continue
		}
		launched := c.launchClaim(names[i])
		p.New = append(p.New, launched)
		if launched.LaunchError != "" {
			c.remove(names[i])
			continue
		}
		c.initialize(names[i])
		c.bindAll(claim.Pods, names[i], p)
	}
	for _, node := range solved.ExistingNodes {
		c.bindAll(node.Pods, node.Name(), p)
	}
	return true
}

func (c *cluster) bindAll(pods []*corev1.Pod, node string, p *provisioned) {
	for _, pod := range pods {
		if c.bindTo(pod, node) {
			p.PodsMoved.add(workloadOf(pod), node)
		}
	}
}

// drain moves the pods of a node to their places. A pod without a place is pending.
func (c *cluster) drain(node string, places map[types.UID]string, command *command) {
	for _, pod := range c.pods(node) {
		if podutils.IsOwnedByDaemonSet(pod) || podutils.IsOwnedByNode(pod) || podutils.IsTerminal(pod) {
			continue
		}
		if place := places[pod.UID]; place != "" && c.bindTo(pod, place) {
			command.PodsMoved.add(workloadOf(pod), place)
			continue
		}
		command.PodsLeft[workloadOf(pod)]++
		c.unbind(pod)
	}
}

// bindTo does what kube-scheduler does. Returns false if the pod does not fit on the node.
func (c *cluster) bindTo(pod *corev1.Pod, node string) bool {
	current := c.current(pod)
	for known := range c.world.cluster.Nodes() {
		if known.Name() == node && !resources.Fits(resources.RequestsForPods(current), known.Available()) {
			c.flag("bind-failed", true)
			return false
		}
	}
	c.place(current, node, corev1.PodStatus{
		Phase: corev1.PodRunning, StartTime: lo.ToPtr(metav1.NewTime(c.clock.Now())),
		Conditions: []corev1.PodCondition{
			{Type: corev1.PodScheduled, Status: corev1.ConditionTrue}, {Type: corev1.PodReady, Status: corev1.ConditionTrue},
		},
	})
	must(c.world.cluster.UpdatePod(c.ctx, current))
	c.podEvent(node)
	return true
}

func (c *cluster) unbind(pod *corev1.Pod) {
	current := c.current(pod)
	c.place(current, "", corev1.PodStatus{Phase: corev1.PodPending, Conditions: []corev1.PodCondition{{
		Type: corev1.PodScheduled, Status: corev1.ConditionFalse, Reason: corev1.PodReasonUnschedulable,
	}}})
	c.world.cluster.DeletePod(client.ObjectKeyFromObject(current))
}

func (c *cluster) current(pod *corev1.Pod) *corev1.Pod {
	current := &corev1.Pod{}
	must(c.client.Get(c.ctx, client.ObjectKeyFromObject(pod), current))
	return current
}

// place writes spec and status separately, because an update of a pod drops its status.
func (c *cluster) place(pod *corev1.Pod, node string, podStatus corev1.PodStatus) {
	pod.Spec.NodeName = node
	must(c.client.Update(c.ctx, pod))
	pod.Status = podStatus
	must(c.client.Status().Update(c.ctx, pod))
}

// podEvent records when a pod last started on a node or left it. consolidateAfter counts from then.
func (c *cluster) podEvent(node string) {
	for _, claim := range c.nodeClaims() {
		if claim.Status.NodeName == node || claim.Name == node {
			claim.Status.LastPodEventTime = metav1.NewTime(c.clock.Now())
			must(c.client.Status().Update(c.ctx, claim))
			c.world.cluster.UpdateNodeClaim(claim)
		}
	}
}

// remove deletes what is left of a node: pods of DaemonSets, Node, NodeClaim.
func (c *cluster) remove(name string) {
	for _, claim := range c.nodeClaims() {
		if claim.Name == name || claim.Status.NodeName == name {
			must(client.IgnoreNotFound(c.client.Delete(c.ctx, claim)))
		}
	}
	node := &corev1.Node{}
	if c.client.Get(c.ctx, types.NamespacedName{Name: name}, node) == nil {
		for _, pod := range c.pods(name) {
			must(c.client.Delete(c.ctx, pod))
			c.world.cluster.DeletePod(client.ObjectKeyFromObject(pod))
		}
		must(c.client.Delete(c.ctx, node))
		c.world.cluster.DeleteNode(name)
	}
	c.world.cluster.DeleteNodeClaim(name)
	must(c.cost.DeleteNodeClaim(c.ctx, types.NamespacedName{Name: name}))
}
