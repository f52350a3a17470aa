package main

import (
	"context"
	"slices"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/kubernetes/pkg/apis/batch"
	"k8s.io/kubernetes/pkg/apis/core"
	"k8s.io/kubernetes/pkg/apis/core/validation"
	"k8s.io/kubernetes/pkg/registry/batch/job"
	netutils "k8s.io/utils/net"
)

// beginCreate is what storage does to an object before its strategy sees it. Services get addresses and ports there, which
// nobody can foresee; their strategy takes one without them.
func beginCreate(object runtime.Object) error {
	service, ok := object.(*core.Service)
	if !ok {
		return nil
	}
	if service.Spec.ClusterIP != "" && len(service.Spec.ClusterIPs) == 0 {
		service.Spec.ClusterIPs = []string{service.Spec.ClusterIP}
	}
	return initIPFamilyFields(service, nil)
}

// beginUpdate is the same before an update. What was filled in at creation stands in no manifest; whoever applies one leaves it
// as it is.
func beginUpdate(ctx context.Context, object, old runtime.Object) error {
	switch object := object.(type) {
	case *core.Service:
		before := old.(*core.Service)
		keepClusterIPs(object, before)
		return initIPFamilyFields(object, before)
	case *batch.Job:
		if object.Spec.Selector == nil && (object.Spec.ManualSelector == nil || !*object.Spec.ManualSelector) {
			generated := object.DeepCopy()
			job.Strategy.PrepareForCreate(ctx, generated)
			object.Spec.Selector, object.Spec.Template.Labels = generated.Spec.Selector, generated.Spec.Template.Labels
		}
	}
	return nil
}

// inventedIP is the address of a Service that was given one by the server.
const inventedIP = "10.0.0.1"

// keepClusterIPs is patchAllocatedValues and normalizeClusterIPs of k8s.io/kubernetes/pkg/registry/core/service/storage/storage.go,
// where the old Service has an address that nobody knows: one that is written now may well be it.
func keepClusterIPs(service, old *core.Service) {
	if old.Spec.Type != core.ServiceTypeExternalName && old.Spec.ClusterIP == "" {
		old.Spec.ClusterIP = inventedIP
		if netutils.ParseIPSloppy(service.Spec.ClusterIP) != nil {
			old.Spec.ClusterIP = service.Spec.ClusterIP
		}
		old.Spec.ClusterIPs = []string{old.Spec.ClusterIP}
	}
	if service.Spec.Type == core.ServiceTypeExternalName || old.Spec.Type == core.ServiceTypeExternalName {
		if service.Spec.ClusterIP != "" && len(service.Spec.ClusterIPs) == 0 {
			service.Spec.ClusterIPs = []string{service.Spec.ClusterIP}
		}
		return
	}
	if service.Spec.ClusterIP == "" {
		service.Spec.ClusterIP = old.Spec.ClusterIP
	}
	if len(service.Spec.ClusterIPs) == 0 {
		service.Spec.ClusterIPs = old.Spec.ClusterIPs
	}
	if service.Spec.ClusterIP != old.Spec.ClusterIP && slices.Equal(service.Spec.ClusterIPs, old.Spec.ClusterIPs) {
		service.Spec.ClusterIPs = []string{service.Spec.ClusterIP}
	}
}

// initIPFamilyFields is the function of the same name of k8s.io/kubernetes/pkg/registry/core/service/storage/alloc.go, but for
// what depends on the cluster: which families it has.
func initIPFamilyFields(service, old *core.Service) error {
	if service.Spec.Type == core.ServiceTypeExternalName {
		return nil
	}
	if service.Spec.IPFamilyPolicy == nil {
		policy := core.IPFamilyPolicySingleStack
		if old != nil && old.Spec.IPFamilyPolicy != nil {
			policy = *old.Spec.IPFamilyPolicy
		} else if service.Spec.ClusterIP == core.ClusterIPNone && len(service.Spec.Selector) == 0 {
			policy = core.IPFamilyPolicyRequireDualStack
		}
		service.Spec.IPFamilyPolicy = &policy
	}
	if errs := validation.ValidateServiceClusterIPsRelatedFields(service, old); len(errs) > 0 {
		return apierrors.NewInvalid(core.Kind("Service"), service.Name, errs)
	}
	if old != nil && len(service.Spec.IPFamilies) == 0 {
		service.Spec.IPFamilies = old.Spec.IPFamilies
	}
	return nil
}
