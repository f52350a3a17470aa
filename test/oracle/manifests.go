package main

import (
	"fmt"
	"regexp"
	"strings"

	awsv1 "github.com/aws/karpenter-provider-aws/pkg/apis/v1"
	appsv1 "k8s.io/api/apps/v1"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	storagev1 "k8s.io/api/storage/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	"k8s.io/client-go/kubernetes/scheme"
	"sigs.k8s.io/controller-runtime/pkg/client"
	karpv1 "sigs.k8s.io/karpenter/pkg/apis/v1"
	"sigs.k8s.io/karpenter/pkg/apis/v1alpha1"
)

// manifests are the objects of a scenario, grouped by how they are used.
type manifests struct {
	nodePools   []*karpv1.NodePool
	nodeClasses []*awsv1.EC2NodeClass
	daemonSets  []*appsv1.DaemonSet
	workloads   []*workload
	// stored are objects that go to the API server nearly unchanged: nodes, bound pods, volumes, namespaces.
	stored []client.Object
}

// decoder is strict, because a misspelled field would otherwise test something else than the scenario says.
var decoder = serializer.NewCodecFactory(scheme.Scheme, serializer.EnableStrict).UniversalDeserializer()

var separator = regexp.MustCompile(`(?m)^---\s*$`)

func readManifests(text string) *manifests {
	m := &manifests{}
	for _, document := range separator.Split(text, -1) {
		if strings.TrimSpace(document) == "" {
			continue
		}
		object, kind, err := decoder.Decode([]byte(document), nil, nil)
		if err != nil {
			panic(fmt.Sprintf("manifests: %v", err))
		}
		m.add(object, kind.Kind)
	}
	return m
}

func (m *manifests) add(decoded runtime.Object, kind string) {
	object := decoded.(client.Object)
	if object.GetNamespace() == "" && isNamespaced(object) {
		object.SetNamespace("default")
	}
	switch o := object.(type) {
	case *karpv1.NodePool:
		m.nodePools = append(m.nodePools, o)
	case *awsv1.EC2NodeClass:
		m.nodeClasses = append(m.nodeClasses, o)
	case *appsv1.DaemonSet:
		m.daemonSets = append(m.daemonSets, o)
	case *corev1.Pod:
		if o.Spec.NodeName != "" {
			m.stored = append(m.stored, o)
		} else {
			m.addWorkload(&workload{kind: kind, object: o, template: corev1.PodTemplateSpec{ObjectMeta: o.ObjectMeta, Spec: o.Spec}}, nil)
		}
	case *appsv1.Deployment:
		m.addWorkload(&workload{kind: kind, object: o, template: o.Spec.Template}, o.Spec.Replicas)
	case *appsv1.ReplicaSet:
		m.addWorkload(&workload{kind: kind, object: o, template: o.Spec.Template}, o.Spec.Replicas)
	case *appsv1.StatefulSet:
		m.addWorkload(&workload{kind: kind, object: o, template: o.Spec.Template, claims: o.Spec.VolumeClaimTemplates}, o.Spec.Replicas)
	case *batchv1.Job:
		m.addWorkload(&workload{kind: kind, object: o, template: o.Spec.Template}, pendingPodsOfJob(o))
	default:
		m.stored = append(m.stored, o)
	}
}

// addWorkload counts the workloads in file order. The index determines the order of pods with equal requests.
func (m *manifests) addWorkload(w *workload, replicas *int32) {
	w.index, w.replicas = len(m.workloads), 1
	if replicas != nil {
		w.replicas = int(*replicas)
	}
	m.workloads = append(m.workloads, w)
}

func pendingPodsOfJob(job *batchv1.Job) *int32 {
	pods := int32(1)
	if job.Spec.Parallelism != nil {
		pods = *job.Spec.Parallelism
	}
	if job.Spec.Completions != nil {
		pods = min(pods, *job.Spec.Completions)
	}
	return &pods
}

func isNamespaced(object client.Object) bool {
	switch object.(type) {
	case *karpv1.NodePool, *karpv1.NodeClaim, *v1alpha1.NodeOverlay, *awsv1.EC2NodeClass, *corev1.Node, *corev1.Namespace,
		*corev1.PersistentVolume, *storagev1.StorageClass, *storagev1.CSINode:
		return false
	}
	return true
}
