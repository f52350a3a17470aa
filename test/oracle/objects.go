package main

import (
	"context"
	"time"

	awsv1 "github.com/aws/karpenter-provider-aws/pkg/apis/v1"
	corev1 "k8s.io/api/core/v1"
	storagev1 "k8s.io/api/storage/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"
	karpv1 "sigs.k8s.io/karpenter/pkg/apis/v1"
)

// store is the content of the API server before the provisioner runs.
type store struct {
	scenario     *scenario
	objects      []client.Object
	namespaces   map[string]bool
	claims       map[string]bool
	defaultClass string
	// workloads maps the UID of a pending pod to its workload's key.
	workloads map[types.UID]string
}

func newStore(ctx context.Context, s *scenario) *store {
	st := &store{scenario: s, namespaces: map[string]bool{}, claims: map[string]bool{}, workloads: map[types.UID]string{}}
	for _, object := range s.manifests.stored {
		st.note(object)
	}
	for _, class := range s.manifests.nodeClasses {
		st.addNodeClass(class.DeepCopy())
	}
	for _, pool := range s.manifests.nodePools {
		st.addNodePool(ctx, pool.DeepCopy())
	}
	for _, daemonSet := range s.manifests.daemonSets {
		daemonSet = daemonSet.DeepCopy()
		daemonSet.UID = daemonSetUID(daemonSet.Namespace, daemonSet.Name)
		// Limits are not copied to requests here. Karpenter does that for the pods of a DaemonSet, but not for ports.
		defaultPorts(&daemonSet.Spec.Template.Spec)
		roundUp(&daemonSet.Spec.Template.Spec)
		st.add(daemonSet)
	}
	for _, object := range s.manifests.stored {
		st.addStored(object.DeepCopyObject().(client.Object))
	}
	for _, workload := range s.manifests.workloads {
		st.addPods(workload)
	}
	return st
}

// note records facts that later objects need.
func (st *store) note(object client.Object) {
	switch o := object.(type) {
	case *corev1.Namespace:
		st.namespaces[o.Name] = true
	case *corev1.PersistentVolumeClaim:
		st.claims[o.Namespace+"/"+o.Name] = true
	case *storagev1.StorageClass:
		if o.Annotations["storageclass.kubernetes.io/is-default-class"] == "true" {
			st.defaultClass = o.Name
		}
	}
}

// add stores the object, and its namespace if no manifest contains it.
func (st *store) add(object client.Object) {
	if namespace := object.GetNamespace(); namespace != "" && !st.namespaces[namespace] {
		st.namespaces[namespace] = true
		st.objects = append(st.objects, &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{
			Name: namespace, Labels: map[string]string{corev1.LabelMetadataName: namespace},
		}})
	}
	object.SetResourceVersion("")
	st.objects = append(st.objects, object)
}

func (st *store) addPods(w *workload) {
	for _, pod := range w.pods() {
		for _, claim := range w.volumeClaims(pod) {
			if !st.claims[claim.Namespace+"/"+claim.Name] {
				st.addStored(claim)
			}
		}
		st.workloads[pod.UID] = w.key()
		st.add(pod)
	}
}

func (st *store) addStored(object client.Object) {
	switch o := object.(type) {
	case *corev1.Pod:
		bind(o)
	case *corev1.PersistentVolumeClaim:
		if o.Spec.StorageClassName == nil && st.defaultClass != "" {
			o.Spec.StorageClassName = &st.defaultClass
		}
		if o.Spec.VolumeName != "" {
			if o.Status.Phase == "" {
				o.Status.Phase = corev1.ClaimBound
			}
			metav1.SetMetaDataAnnotation(&o.ObjectMeta, "pv.kubernetes.io/bind-completed", "yes")
		}
	case *storagev1.StorageClass:
		if o.VolumeBindingMode == nil {
			mode := storagev1.VolumeBindingImmediate
			o.VolumeBindingMode = &mode
		}
	}
	st.add(object)
}

// bind turns a pod with a nodeName into one that has been running for some time.
func bind(pod *corev1.Pod) {
	pod.UID = types.UID("bound-" + pod.Namespace + "-" + pod.Name)
	pod.CreationTimestamp = metav1.NewTime(start.Add(-time.Hour))
	if pod.Status.Phase == "" {
		pod.Status.Phase = corev1.PodRunning
	}
	pod.Status.Conditions = append(pod.Status.Conditions, corev1.PodCondition{Type: corev1.PodScheduled, Status: corev1.ConditionTrue})
	for i := range pod.OwnerReferences {
		if owner := &pod.OwnerReferences[i]; owner.Kind == "DaemonSet" {
			owner.UID = daemonSetUID(pod.Namespace, owner.Name)
		}
	}
	defaultPod(pod)
}

func daemonSetUID(namespace, name string) types.UID {
	return types.UID("ds-" + namespace + "-" + name)
}

// addNodeClass gives the class the status that its controller would write: everything found, and one subnet per zone. The IDs of
// subnets contain the name of the class, so that two classes never share an entry of the offerings cache.
func (st *store) addNodeClass(class *awsv1.EC2NodeClass) {
	if len(class.Status.Subnets) == 0 {
		class.Status.Subnets = st.scenario.subnets(class.Name)
	}
	class.Status.SecurityGroups = []awsv1.SecurityGroup{{ID: "sg-1", Name: "nodes"}}
	class.Status.InstanceProfile = "profile"
	addAMIs(class)
	hashNodeClass(class)
	class.Generation = 1
	for _, condition := range []string{
		awsv1.ConditionTypeSubnetsReady, awsv1.ConditionTypeSecurityGroupsReady, awsv1.ConditionTypeAMIsReady,
		awsv1.ConditionTypeInstanceProfileReady, awsv1.ConditionTypeCapacityReservationsReady,
		awsv1.ConditionTypeValidationSucceeded, awsv1.ConditionTypePlacementGroupReady,
	} {
		class.StatusConditions().SetTrue(condition)
	}
	st.add(class)
}

// addNodePool gives the NodePool the conditions that its controllers would write. A NodePool that is not ready is never used.
func (st *store) addNodePool(ctx context.Context, pool *karpv1.NodePool) {
	pool.UID = types.UID("np-" + pool.Name)
	pool.CreationTimestamp = metav1.NewTime(start)
	hashNodePool(pool)
	conditions := pool.StatusConditions()
	if st.scenario.hasNodeClass(pool.Spec.Template.Spec.NodeClassRef.Name) {
		conditions.SetTrue(karpv1.ConditionTypeNodeClassReady)
	} else {
		conditions.SetFalse(karpv1.ConditionTypeNodeClassReady, "NodeClassNotFound", "NodeClass not found on cluster")
	}
	if err := pool.RuntimeValidate(ctx); err != nil {
		conditions.SetFalse(karpv1.ConditionTypeValidationSucceeded, "NodePoolValidationFailed", err.Error())
	} else {
		conditions.SetTrue(karpv1.ConditionTypeValidationSucceeded)
	}
	st.add(pool)
}
