package main

import (
	"errors"
	"fmt"
	"sort"
	"strings"

	appsv1 "k8s.io/api/apps/v1"
	autoscalingv2 "k8s.io/api/autoscaling/v2"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	policyv1 "k8s.io/api/policy/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	schedulingv1 "k8s.io/api/scheduling/v1"
	storagev1 "k8s.io/api/storage/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/runtime/serializer/json"
)

// schemeName is the name under which the API server's own scheme stands in its messages.
const schemeName = "k8s.io/kubernetes/pkg/api/legacyscheme/scheme.go:30"

// builtins are the kinds that can be decoded. Only these are registered, for each costs start time and size.
var builtins = map[schema.GroupVersion][]runtime.Object{
	corev1.SchemeGroupVersion: {
		&corev1.ConfigMap{}, &corev1.LimitRange{}, &corev1.Namespace{}, &corev1.Node{}, &corev1.PersistentVolume{},
		&corev1.PersistentVolumeClaim{}, &corev1.Pod{}, &corev1.PodTemplate{}, &corev1.ReplicationController{},
		&corev1.ResourceQuota{}, &corev1.Secret{}, &corev1.Service{}, &corev1.ServiceAccount{},
	},
	appsv1.SchemeGroupVersion:        {&appsv1.DaemonSet{}, &appsv1.Deployment{}, &appsv1.ReplicaSet{}, &appsv1.StatefulSet{}},
	batchv1.SchemeGroupVersion:       {&batchv1.CronJob{}, &batchv1.Job{}},
	autoscalingv2.SchemeGroupVersion: {&autoscalingv2.HorizontalPodAutoscaler{}},
	policyv1.SchemeGroupVersion:      {&policyv1.PodDisruptionBudget{}},
	rbacv1.SchemeGroupVersion:        {&rbacv1.ClusterRole{}, &rbacv1.ClusterRoleBinding{}, &rbacv1.Role{}, &rbacv1.RoleBinding{}},
	schedulingv1.SchemeGroupVersion:  {&schedulingv1.PriorityClass{}},
	storagev1.SchemeGroupVersion:     {&storagev1.StorageClass{}},
}

type builtinDecoder struct {
	scheme *runtime.Scheme
	json   *json.Serializer
	yaml   *json.Serializer
}

// decoder is made when a built-in kind is first asked for: registering types is slow, and many never need it.
var decoder *builtinDecoder

func builtinTypes() *builtinDecoder {
	if decoder == nil {
		scheme := runtime.NewScheme()
		for gv, types := range builtins {
			scheme.AddKnownTypes(gv, types...)
		}
		decoder = &builtinDecoder{
			scheme: scheme,
			json:   json.NewSerializerWithOptions(json.DefaultMetaFactory, scheme, scheme, json.SerializerOptions{Strict: true}),
			yaml:   json.NewSerializerWithOptions(json.DefaultMetaFactory, scheme, scheme, json.SerializerOptions{Strict: true, Yaml: true}),
		}
	}
	return decoder
}

// builtinKinds lists the kinds that can be decoded, as "apps/v1 Deployment", sorted.
func builtinKinds() []string {
	var names []string
	for kind := range builtinTypes().scheme.AllKnownTypes() {
		names = append(names, kind.GroupVersion().String()+" "+kind.Kind)
	}
	sort.Strings(names)
	return names
}

// validateBuiltin decodes strictly; what the server checks after decoding is not in here.
func validateBuiltin(apiVersion, kind string, req request) (*verdict, error) {
	gv, err := schema.ParseGroupVersion(apiVersion)
	if err != nil {
		return nil, err
	}
	gvk := gv.WithKind(kind)
	types := builtinTypes()
	if !types.scheme.Recognizes(gvk) {
		return nil, fmt.Errorf("%s %s is none of the built-in kinds", apiVersion, kind)
	}
	operation := "create"
	if req.update {
		operation = "update"
	}
	result := newVerdict(operation, "decoding")
	if statusErr := tooLarge(req.text); statusErr != nil {
		return result.refuse(statusErr), nil
	}
	serializer := types.json
	if req.format == "yaml" {
		serializer = types.yaml
	}
	expected := gvk
	object, actual, err := serializer.Decode([]byte(req.text), &expected, nil)
	if err != nil {
		strict, ok := runtime.AsStrictDecodingError(err)
		if !ok || object == nil {
			err = errors.New(strings.ReplaceAll(err.Error(), types.scheme.Name(), schemeName))
			return result.refuse(decodeError(kind, err, actual, []byte(req.text))), nil
		}
		result.Strict = newRefusal(decodeError(kind, err, actual, []byte(req.text)))
		for _, text := range decodingWarnings(strict.Errors()) {
			result.AddWarning("", text)
		}
	}
	if *actual != gvk {
		err := fmt.Errorf("converting (%s.%s) to (%s): unknown conversion", actual.Version, actual.Kind, kind)
		return result.refuse(decodeError(kind, err, actual, []byte(req.text))), nil
	}
	if req.answer {
		result.Defaulted = object
	}
	return result, nil
}
