package main

import (
	"reflect"
	"sort"

	appsv1 "k8s.io/api/apps/v1"
	autoscalingv1 "k8s.io/api/autoscaling/v1"
	autoscalingv2 "k8s.io/api/autoscaling/v2"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	policyv1 "k8s.io/api/policy/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	schedulingv1 "k8s.io/api/scheduling/v1"
	storagev1 "k8s.io/api/storage/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/conversion"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apiserver/pkg/registry/rest"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	"k8s.io/kubernetes/pkg/apis/apps"
	appsv1conv "k8s.io/kubernetes/pkg/apis/apps/v1"
	"k8s.io/kubernetes/pkg/apis/autoscaling"
	autoscalingv1conv "k8s.io/kubernetes/pkg/apis/autoscaling/v1"
	autoscalingv2conv "k8s.io/kubernetes/pkg/apis/autoscaling/v2"
	"k8s.io/kubernetes/pkg/apis/batch"
	batchv1conv "k8s.io/kubernetes/pkg/apis/batch/v1"
	"k8s.io/kubernetes/pkg/apis/core"
	corev1conv "k8s.io/kubernetes/pkg/apis/core/v1"
	"k8s.io/kubernetes/pkg/apis/policy"
	policyv1conv "k8s.io/kubernetes/pkg/apis/policy/v1"
	"k8s.io/kubernetes/pkg/apis/rbac"
	rbacv1conv "k8s.io/kubernetes/pkg/apis/rbac/v1"
	"k8s.io/kubernetes/pkg/apis/scheduling"
	schedulingv1conv "k8s.io/kubernetes/pkg/apis/scheduling/v1"
	"k8s.io/kubernetes/pkg/apis/storage"
	storagev1conv "k8s.io/kubernetes/pkg/apis/storage/v1"
	"k8s.io/kubernetes/pkg/capabilities"
	"k8s.io/kubernetes/pkg/registry/apps/daemonset"
	"k8s.io/kubernetes/pkg/registry/apps/deployment"
	"k8s.io/kubernetes/pkg/registry/apps/statefulset"
	"k8s.io/kubernetes/pkg/registry/autoscaling/horizontalpodautoscaler"
	"k8s.io/kubernetes/pkg/registry/batch/cronjob"
	"k8s.io/kubernetes/pkg/registry/batch/job"
	"k8s.io/kubernetes/pkg/registry/core/configmap"
	"k8s.io/kubernetes/pkg/registry/core/namespace"
	"k8s.io/kubernetes/pkg/registry/core/persistentvolumeclaim"
	"k8s.io/kubernetes/pkg/registry/core/pod"
	"k8s.io/kubernetes/pkg/registry/core/service"
	"k8s.io/kubernetes/pkg/registry/core/serviceaccount"
	"k8s.io/kubernetes/pkg/registry/policy/poddisruptionbudget"
	"k8s.io/kubernetes/pkg/registry/rbac/clusterrole"
	"k8s.io/kubernetes/pkg/registry/rbac/clusterrolebinding"
	"k8s.io/kubernetes/pkg/registry/rbac/role"
	"k8s.io/kubernetes/pkg/registry/rbac/rolebinding"
	"k8s.io/kubernetes/pkg/registry/scheduling/priorityclass"
	"k8s.io/kubernetes/pkg/registry/storage/storageclass"
)

// schemeName is the name under which the API server's own scheme stands in its messages.
const schemeName = "k8s.io/kubernetes/pkg/api/legacyscheme/scheme.go:30"

// strategy is what the server does with objects of one kind.
type strategy interface {
	rest.RESTCreateStrategy
	rest.RESTUpdateStrategy
}

// resource is where objects of a kind are sent.
type resource struct {
	name     string
	strategy strategy
}

var resources = map[schema.GroupKind]resource{
	{Group: "", Kind: "ConfigMap"}:                                   {"configmaps", configmap.Strategy},
	{Group: "", Kind: "Namespace"}:                                   {"namespaces", namespace.Strategy},
	{Group: "", Kind: "PersistentVolumeClaim"}:                       {"persistentvolumeclaims", persistentvolumeclaim.Strategy},
	{Group: "", Kind: "Pod"}:                                         {"pods", pod.Strategy},
	{Group: "", Kind: "Service"}:                                     {"services", service.Strategy},
	{Group: "", Kind: "ServiceAccount"}:                              {"serviceaccounts", serviceaccount.Strategy},
	{Group: "apps", Kind: "DaemonSet"}:                               {"daemonsets", daemonset.Strategy},
	{Group: "apps", Kind: "Deployment"}:                              {"deployments", deployment.Strategy},
	{Group: "apps", Kind: "StatefulSet"}:                             {"statefulsets", statefulset.Strategy},
	{Group: "autoscaling", Kind: "HorizontalPodAutoscaler"}:          {"horizontalpodautoscalers", horizontalpodautoscaler.Strategy},
	{Group: "batch", Kind: "CronJob"}:                                {"cronjobs", cronjob.Strategy},
	{Group: "batch", Kind: "Job"}:                                    {"jobs", job.Strategy},
	{Group: "policy", Kind: "PodDisruptionBudget"}:                   {"poddisruptionbudgets", poddisruptionbudget.Strategy},
	{Group: "rbac.authorization.k8s.io", Kind: "ClusterRole"}:        {"clusterroles", clusterrole.Strategy},
	{Group: "rbac.authorization.k8s.io", Kind: "ClusterRoleBinding"}: {"clusterrolebindings", clusterrolebinding.Strategy},
	{Group: "rbac.authorization.k8s.io", Kind: "Role"}:               {"roles", role.Strategy},
	{Group: "rbac.authorization.k8s.io", Kind: "RoleBinding"}:        {"rolebindings", rolebinding.Strategy},
	{Group: "scheduling.k8s.io", Kind: "PriorityClass"}:              {"priorityclasses", priorityclass.Strategy},
	{Group: "storage.k8s.io", Kind: "StorageClass"}:                  {"storageclasses", storageclass.Strategy},
}

// decodedOnly are kinds that are decoded and not validated: nobody writes them beside Karpenter, and what judges them is large.
var decodedOnly = map[schema.GroupVersion][]runtime.Object{
	corev1.SchemeGroupVersion: {
		&corev1.LimitRange{}, &corev1.Node{}, &corev1.PersistentVolume{}, &corev1.PodTemplate{}, &corev1.ReplicationController{},
		&corev1.ResourceQuota{}, &corev1.Secret{},
	},
	appsv1.SchemeGroupVersion: {&appsv1.ReplicaSet{}},
}

var scheme = legacyscheme.Scheme

// register makes one version of a kind known, with its defaults (nil where it has none) and its conversions. Only whole
// objects stand in the scheme: conversions of their parts call each other directly.
func register[V, I runtime.Object](version, internal schema.GroupVersion, defaults func(V), in func(V, I, conversion.Scope) error, out func(I, V, conversion.Scope) error) {
	var versioned V
	var hub I
	versioned = reflect.New(reflect.TypeOf(versioned).Elem()).Interface().(V)
	hub = reflect.New(reflect.TypeOf(hub).Elem()).Interface().(I)
	scheme.AddKnownTypes(version, versioned)
	scheme.AddKnownTypes(internal, hub)
	must(scheme.AddConversionFunc(versioned, hub, func(a, b any, s conversion.Scope) error { return in(a.(V), b.(I), s) }))
	must(scheme.AddConversionFunc(hub, versioned, func(a, b any, s conversion.Scope) error { return out(a.(I), b.(V), s) }))
	if defaults != nil {
		scheme.AddTypeDefaultingFunc(versioned, func(object any) { defaults(object.(V)) })
	}
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

// registerAll is called when a built-in kind is first asked for: registering types is slow, and many never need it.
func registerAll() {
	if len(scheme.AllKnownTypes()) > 0 {
		return
	}
	// Clusters that run agents on their nodes allow it, EKS among them.
	capabilities.Setup(true, 0)
	for version, types := range decodedOnly {
		scheme.AddKnownTypes(version, types...)
	}
	must(scheme.AddIgnoredConversionType(&metav1.TypeMeta{}, &metav1.TypeMeta{}))
	register(corev1.SchemeGroupVersion, core.SchemeGroupVersion, corev1conv.SetObjectDefaults_ConfigMap, corev1conv.Convert_v1_ConfigMap_To_core_ConfigMap, corev1conv.Convert_core_ConfigMap_To_v1_ConfigMap)
	register(corev1.SchemeGroupVersion, core.SchemeGroupVersion, corev1conv.SetObjectDefaults_Namespace, corev1conv.Convert_v1_Namespace_To_core_Namespace, corev1conv.Convert_core_Namespace_To_v1_Namespace)
	register(corev1.SchemeGroupVersion, core.SchemeGroupVersion, corev1conv.SetObjectDefaults_PersistentVolumeClaim, corev1conv.Convert_v1_PersistentVolumeClaim_To_core_PersistentVolumeClaim, corev1conv.Convert_core_PersistentVolumeClaim_To_v1_PersistentVolumeClaim)
	register(corev1.SchemeGroupVersion, core.SchemeGroupVersion, corev1conv.SetObjectDefaults_Pod, corev1conv.Convert_v1_Pod_To_core_Pod, corev1conv.Convert_core_Pod_To_v1_Pod)
	register(corev1.SchemeGroupVersion, core.SchemeGroupVersion, corev1conv.SetObjectDefaults_Service, corev1conv.Convert_v1_Service_To_core_Service, corev1conv.Convert_core_Service_To_v1_Service)
	register(corev1.SchemeGroupVersion, core.SchemeGroupVersion, nil, corev1conv.Convert_v1_ServiceAccount_To_core_ServiceAccount, corev1conv.Convert_core_ServiceAccount_To_v1_ServiceAccount)
	register(appsv1.SchemeGroupVersion, apps.SchemeGroupVersion, appsv1conv.SetObjectDefaults_DaemonSet, appsv1conv.Convert_v1_DaemonSet_To_apps_DaemonSet, appsv1conv.Convert_apps_DaemonSet_To_v1_DaemonSet)
	register(appsv1.SchemeGroupVersion, apps.SchemeGroupVersion, appsv1conv.SetObjectDefaults_Deployment, appsv1conv.Convert_v1_Deployment_To_apps_Deployment, appsv1conv.Convert_apps_Deployment_To_v1_Deployment)
	register(appsv1.SchemeGroupVersion, apps.SchemeGroupVersion, appsv1conv.SetObjectDefaults_StatefulSet, appsv1conv.Convert_v1_StatefulSet_To_apps_StatefulSet, appsv1conv.Convert_apps_StatefulSet_To_v1_StatefulSet)
	register(autoscalingv1.SchemeGroupVersion, autoscaling.SchemeGroupVersion, autoscalingv1conv.SetObjectDefaults_HorizontalPodAutoscaler, autoscalingv1conv.Convert_v1_HorizontalPodAutoscaler_To_autoscaling_HorizontalPodAutoscaler, autoscalingv1conv.Convert_autoscaling_HorizontalPodAutoscaler_To_v1_HorizontalPodAutoscaler)
	register(autoscalingv2.SchemeGroupVersion, autoscaling.SchemeGroupVersion, autoscalingv2conv.SetObjectDefaults_HorizontalPodAutoscaler, autoscalingv2conv.Convert_v2_HorizontalPodAutoscaler_To_autoscaling_HorizontalPodAutoscaler, autoscalingv2conv.Convert_autoscaling_HorizontalPodAutoscaler_To_v2_HorizontalPodAutoscaler)
	register(batchv1.SchemeGroupVersion, batch.SchemeGroupVersion, batchv1conv.SetObjectDefaults_CronJob, batchv1conv.Convert_v1_CronJob_To_batch_CronJob, batchv1conv.Convert_batch_CronJob_To_v1_CronJob)
	register(batchv1.SchemeGroupVersion, batch.SchemeGroupVersion, batchv1conv.SetObjectDefaults_Job, batchv1conv.Convert_v1_Job_To_batch_Job, batchv1conv.Convert_batch_Job_To_v1_Job)
	register(policyv1.SchemeGroupVersion, policy.SchemeGroupVersion, nil, policyv1conv.Convert_v1_PodDisruptionBudget_To_policy_PodDisruptionBudget, policyv1conv.Convert_policy_PodDisruptionBudget_To_v1_PodDisruptionBudget)
	register(rbacv1.SchemeGroupVersion, rbac.SchemeGroupVersion, nil, rbacv1conv.Convert_v1_ClusterRole_To_rbac_ClusterRole, rbacv1conv.Convert_rbac_ClusterRole_To_v1_ClusterRole)
	register(rbacv1.SchemeGroupVersion, rbac.SchemeGroupVersion, rbacv1conv.SetObjectDefaults_ClusterRoleBinding, rbacv1conv.Convert_v1_ClusterRoleBinding_To_rbac_ClusterRoleBinding, rbacv1conv.Convert_rbac_ClusterRoleBinding_To_v1_ClusterRoleBinding)
	register(rbacv1.SchemeGroupVersion, rbac.SchemeGroupVersion, nil, rbacv1conv.Convert_v1_Role_To_rbac_Role, rbacv1conv.Convert_rbac_Role_To_v1_Role)
	register(rbacv1.SchemeGroupVersion, rbac.SchemeGroupVersion, rbacv1conv.SetObjectDefaults_RoleBinding, rbacv1conv.Convert_v1_RoleBinding_To_rbac_RoleBinding, rbacv1conv.Convert_rbac_RoleBinding_To_v1_RoleBinding)
	register(schedulingv1.SchemeGroupVersion, scheduling.SchemeGroupVersion, schedulingv1conv.SetObjectDefaults_PriorityClass, schedulingv1conv.Convert_v1_PriorityClass_To_scheduling_PriorityClass, schedulingv1conv.Convert_scheduling_PriorityClass_To_v1_PriorityClass)
	register(storagev1.SchemeGroupVersion, storage.SchemeGroupVersion, storagev1conv.SetObjectDefaults_StorageClass, storagev1conv.Convert_v1_StorageClass_To_storage_StorageClass, storagev1conv.Convert_storage_StorageClass_To_v1_StorageClass)
}

// builtinKinds lists the kinds that can be judged, as "apps/v1 Deployment", sorted.
func builtinKinds() []string {
	registerAll()
	var names []string
	for kind := range scheme.AllKnownTypes() {
		if kind.Version != runtime.APIVersionInternal {
			names = append(names, kind.GroupVersion().String()+" "+kind.Kind)
		}
	}
	sort.Strings(names)
	return names
}
