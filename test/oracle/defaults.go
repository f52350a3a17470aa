package main

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	resourcehelper "k8s.io/component-helpers/resource"
)

// defaultPod sets the API server's defaults that affect scheduling: ports, amounts, and requests from limits.
func defaultPod(pod *corev1.Pod) {
	defaultPorts(&pod.Spec)
	defaultHostPorts(&pod.Spec)
	roundUp(&pod.Spec)
	for i := range pod.Spec.Containers {
		defaultRequests(&pod.Spec.Containers[i].Resources)
	}
	for i := range pod.Spec.InitContainers {
		defaultRequests(&pod.Spec.InitContainers[i].Resources)
	}
	defaultPodRequests(pod)
}

func defaultPorts(spec *corev1.PodSpec) {
	for _, containers := range [][]corev1.Container{spec.Containers, spec.InitContainers} {
		for _, container := range containers {
			for i := range container.Ports {
				port := &container.Ports[i]
				if port.Protocol == "" {
					port.Protocol = corev1.ProtocolTCP
				}
			}
		}
	}
}

// defaultHostPorts is only for pods. Templates do not change.
func defaultHostPorts(spec *corev1.PodSpec) {
	for _, containers := range [][]corev1.Container{spec.Containers, spec.InitContainers} {
		for _, container := range containers {
			for i := range container.Ports {
				if port := &container.Ports[i]; spec.HostNetwork && port.HostPort == 0 {
					port.HostPort = port.ContainerPort
				}
			}
		}
	}
}

// roundUp rounds up to a thousandth.
func roundUp(spec *corev1.PodSpec) {
	for _, containers := range [][]corev1.Container{spec.Containers, spec.InitContainers} {
		for _, container := range containers {
			for _, amounts := range []corev1.ResourceList{container.Resources.Requests, container.Resources.Limits} {
				for name, amount := range amounts {
					amount.RoundUp(resource.Milli)
					amounts[name] = amount
				}
			}
		}
	}
}

func defaultRequests(resources *corev1.ResourceRequirements) {
	for name, limit := range resources.Limits {
		if _, ok := resources.Requests[name]; ok {
			continue
		}
		if resources.Requests == nil {
			resources.Requests = corev1.ResourceList{}
		}
		resources.Requests[name] = limit.DeepCopy()
	}
}

// defaultPodRequests fills the requests of a pod with pod-level limits, first from its containers, then from the limits.
func defaultPodRequests(pod *corev1.Pod) {
	if pod.Spec.Resources == nil || len(pod.Spec.Resources.Limits) == 0 {
		return
	}
	resources := pod.Spec.Resources
	if resources.Requests == nil {
		resources.Requests = corev1.ResourceList{}
	}
	containers := resourcehelper.AggregateContainerRequests(pod, resourcehelper.PodResourcesOptions{})
	for _, amounts := range []corev1.ResourceList{containers, resources.Limits} {
		for name, amount := range amounts {
			if _, ok := resources.Requests[name]; !ok && resourcehelper.IsSupportedPodLevelResource(name) {
				resources.Requests[name] = amount.DeepCopy()
			}
		}
	}
}
