package main

import (
	"fmt"
	"hash/fnv"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// start is when the first workload was created. The clock is an hour later.
var start = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

// workload is a manifest that creates pods.
type workload struct {
	kind     string
	object   client.Object
	index    int
	replicas int
	template corev1.PodTemplateSpec
	claims   []corev1.PersistentVolumeClaim
}

// key names a workload in results, without the default namespace.
func (w *workload) key() string {
	if w.object.GetNamespace() == "default" {
		return w.kind + "/" + w.object.GetName()
	}
	return w.kind + "/" + w.object.GetNamespace() + "/" + w.object.GetName()
}

// pods are what the workload's controller would create, as the scheduler finds them: pending and unschedulable.
// Names, UIDs and times follow from indices, because the queue uses them to break ties.
func (w *workload) pods() (pods []*corev1.Pod) {
	for i := range w.replicas {
		template := w.template.DeepCopy()
		pod := &corev1.Pod{
			ObjectMeta: metav1.ObjectMeta{
				Name:              w.podName(i),
				Namespace:         w.object.GetNamespace(),
				Labels:            template.Labels,
				Annotations:       template.Annotations,
				UID:               types.UID(fmt.Sprintf("%08d-0000-4000-8000-%012d", w.index, i)),
				CreationTimestamp: metav1.NewTime(start.Add(time.Duration(w.index) * time.Second)),
			},
			Spec: template.Spec,
			Status: corev1.PodStatus{Phase: corev1.PodPending, Conditions: []corev1.PodCondition{{
				Type: corev1.PodScheduled, Status: corev1.ConditionFalse, Reason: corev1.PodReasonUnschedulable,
			}}},
		}
		w.adopt(pod, i)
		for _, claim := range w.claims {
			pod.Spec.Volumes = append(pod.Spec.Volumes, corev1.Volume{Name: claim.Name, VolumeSource: corev1.VolumeSource{
				PersistentVolumeClaim: &corev1.PersistentVolumeClaimVolumeSource{ClaimName: claim.Name + "-" + pod.Name},
			}})
		}
		defaultPod(pod)
		pods = append(pods, pod)
	}
	return pods
}

func (w *workload) podName(i int) string {
	switch w.kind {
	case "Pod":
		return w.object.GetName()
	case "StatefulSet":
		return fmt.Sprintf("%s-%d", w.object.GetName(), i)
	}
	return fmt.Sprintf("%s-%04d", w.object.GetName(), i)
}

// adopt adds what the controller adds: its owner reference and labels. Hashes only need to be distinct.
func (w *workload) adopt(pod *corev1.Pod, i int) {
	name := w.object.GetName()
	hash := fnv.New32a()
	hash.Write([]byte(pod.Namespace + "/" + name))
	revision := fmt.Sprintf("%08x", hash.Sum32())
	labels := map[string]string{}
	owner := w.kind
	switch w.kind {
	case "Pod":
		return
	case "Deployment":
		owner, name = "ReplicaSet", name+"-"+revision
		labels["pod-template-hash"] = revision
	case "StatefulSet":
		labels["controller-revision-hash"] = name + "-" + revision
		labels["statefulset.kubernetes.io/pod-name"] = pod.Name
		labels["apps.kubernetes.io/pod-index"] = fmt.Sprint(i)
	case "Job":
		labels["batch.kubernetes.io/job-name"] = name
		labels["job-name"] = name
	}
	if pod.Labels == nil {
		pod.Labels = map[string]string{}
	}
	for label, value := range labels {
		pod.Labels[label] = value
	}
	isController := true
	pod.OwnerReferences = []metav1.OwnerReference{{APIVersion: "apps/v1", Kind: owner, Name: name, UID: types.UID(name), Controller: &isController}}
}

// volumeClaims are the claims that controllers create for the pod, from a StatefulSet's templates and for ephemeral volumes.
func (w *workload) volumeClaims(pod *corev1.Pod) (claims []*corev1.PersistentVolumeClaim) {
	claim := func(name string, spec corev1.PersistentVolumeClaimSpec) {
		claims = append(claims, &corev1.PersistentVolumeClaim{
			ObjectMeta: metav1.ObjectMeta{Name: name, Namespace: pod.Namespace},
			Spec:       spec,
		})
	}
	for _, template := range w.claims {
		claim(template.Name+"-"+pod.Name, template.Spec)
	}
	for _, volume := range pod.Spec.Volumes {
		if volume.Ephemeral != nil && volume.Ephemeral.VolumeClaimTemplate != nil {
			claim(pod.Name+"-"+volume.Name, volume.Ephemeral.VolumeClaimTemplate.Spec)
		}
	}
	return claims
}
