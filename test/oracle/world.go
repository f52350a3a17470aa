package main

import (
	"context"
	"fmt"
	"sync"
	"time"

	awsv1 "github.com/aws/karpenter-provider-aws/pkg/apis/v1"
	awscloudprovider "github.com/aws/karpenter-provider-aws/pkg/cloudprovider"
	"github.com/go-logr/logr"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	storagev1 "k8s.io/api/storage/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/client-go/kubernetes/scheme"
	testclock "k8s.io/utils/clock/testing"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"
	"sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
	karpv1 "sigs.k8s.io/karpenter/pkg/apis/v1"
	"sigs.k8s.io/karpenter/pkg/apis/v1alpha1"
	"sigs.k8s.io/karpenter/pkg/cloudprovider"
	"sigs.k8s.io/karpenter/pkg/cloudprovider/overlay"
	"sigs.k8s.io/karpenter/pkg/controllers/nodeoverlay"
	"sigs.k8s.io/karpenter/pkg/controllers/provisioning"
	"sigs.k8s.io/karpenter/pkg/controllers/state"
	"sigs.k8s.io/karpenter/pkg/events"
)

func init() {
	log.SetLogger(logr.Discard())
	// The AWS operator does so when it starts, but the API package alone does not.
	karpv1.NormalizedLabels["topology.ebs.csi.aws.com/zone"] = corev1.LabelTopologyZone
}

// scenario is what all runs of one question share.
type scenario struct {
	settings  settings
	manifests *manifests
	catalog   *catalog
	types     *instanceTypes
}

func newScenario(asked question, catalogs catalogFolder) *scenario {
	region := asked.Settings.Region
	if region == "" {
		region = "us-east-1"
	}
	s := &scenario{settings: asked.Settings, manifests: readManifests(asked.Manifests), catalog: catalogs.region(region)}
	s.types = newInstanceTypes(asked.Settings.context(), s, nil)
	return s
}

// subnets are one per zone: in the zones of the class, else in those of the scenario, else in the region's first three.
func (s *scenario) subnets(class string) (subnets []awsv1.Subnet) {
	zones := s.settings.NodeClassZones[class]
	if len(zones) == 0 {
		zones = s.settings.Zones
	}
	if len(zones) == 0 {
		zones = s.catalog.zones[:3]
	}
	for _, zone := range zones {
		id, ok := s.catalog.zoneIDs[zone]
		if !ok {
			panic(fmt.Sprintf("region %s has no zone %s", s.catalog.region, zone))
		}
		subnets = append(subnets, awsv1.Subnet{ID: subnetID(class, zone), Zone: zone, ZoneID: id})
	}
	return subnets
}

// subnetID ends with the class, because the provider's offerings cache combines the hashes of IDs by XOR. Those of two or four IDs that differ
// only in their last letter would be the same for every class.
func subnetID(class, zone string) string { return "subnet-" + zone + "-" + class }

func (s *scenario) hasNodeClass(name string) bool {
	for _, class := range s.manifests.nodeClasses {
		if class.Name == name {
			return true
		}
	}
	return false
}

// world is Karpenter in a cluster, before one pass of the provisioner.
type world struct {
	ctx         context.Context
	store       *store
	client      client.Client
	clock       jumpingClock
	recorder    *recorder
	types       *instanceTypes
	cloud       cloudprovider.CloudProvider
	cluster     *state.Cluster
	provisioner *provisioning.Provisioner
}

func newWorld(s *scenario) *world {
	w := &world{ctx: s.settings.context(), recorder: &recorder{}, clock: jumpingClock{testclock.NewFakeClock(s.settings.clock())}}
	w.store = newStore(w.ctx, s)
	w.client = newClient(w.store.objects, w.clock)
	w.types = &instanceTypes{DefaultProvider: s.types.DefaultProvider, free: s.types.free}
	if s.settings.FeatureGates["staticCapacity"] {
		// Static NodePools use up reservations, which must not affect other runs.
		w.types = newInstanceTypes(w.ctx, s, nil)
	}
	overlays := nodeoverlay.NewInstanceTypeStore()
	provider := awscloudprovider.New(w.types, &instances{world: w}, w.recorder, w.client, nil, nil, nil, noPlacementGroups{}, overlays, nil)
	w.cloud = overlay.Decorate(provider, w.client, overlays)
	w.cluster = state.NewCluster(w.clock, w.client, w.cloud)
	w.provisioner = provisioning.NewProvisioner(w.client, w.recorder, w.cloud, w.cluster, w.clock, nil, nil)
	w.hydrate()
	if s.settings.FeatureGates["nodeOverlay"] {
		w.applyOverlays(nodeoverlay.NewController(w.clock, w.client, provider, overlays, w.cluster))
	}
	return w
}

// applyOverlays evaluates the NodeOverlays twice, because valid ones may give a price to a type that has none.
func (w *world) applyOverlays(controller *nodeoverlay.Controller) {
	for range 2 {
		// A NodePool whose class is missing causes an error, and is left out.
		_, _ = controller.Reconcile(w.ctx, reconcile.Request{})
		fresh := newInstanceTypes(w.ctx, w.store.scenario, w.client)
		w.types.DefaultProvider, w.types.free = fresh.DefaultProvider, fresh.free
	}
}

// jumpingClock advances the time instead of waiting, for example for the 15 seconds after which a consolidation is validated again.
type jumpingClock struct{ *testclock.FakeClock }

func (c jumpingClock) After(d time.Duration) <-chan time.Time {
	c.Step(d)
	passed := make(chan time.Time, 1)
	passed <- c.Now()
	return passed
}

// newClient is an API server in memory, with the indexes that Karpenter's manager sets up.
func newClient(objects []client.Object, clock jumpingClock) client.Client {
	return fake.NewClientBuilder().WithScheme(scheme.Scheme).
		WithStatusSubresource(&karpv1.NodeClaim{}, &v1alpha1.NodeOverlay{}).
		WithIndex(&corev1.Pod{}, "spec.nodeName", func(o client.Object) []string { return []string{o.(*corev1.Pod).Spec.NodeName} }).
		WithIndex(&corev1.Node{}, "spec.providerID", func(o client.Object) []string { return []string{o.(*corev1.Node).Spec.ProviderID} }).
		WithIndex(&storagev1.VolumeAttachment{}, "spec.nodeName", func(o client.Object) []string {
			return []string{o.(*storagev1.VolumeAttachment).Spec.NodeName}
		}).
		WithIndex(&karpv1.NodeClaim{}, "status.providerID", func(o client.Object) []string {
			return []string{o.(*karpv1.NodeClaim).Status.ProviderID}
		}).
		WithInterceptorFuncs(interceptor.Funcs{Get: getAsServer, Create: createNamed(clock)}).
		WithObjects(objects...).Build()
}

// getAsServer ignores the namespace of a volume, as a real API server does. Karpenter requests a PersistentVolume in the
// namespace of the pod, and the client in memory finds nothing there. Volumes that do not name their claim still behave like that.
// No cluster has such volumes once a claim is bound, and Karpenter schedules the pod without the volume's zone and topology.
func getAsServer(ctx context.Context, c client.WithWatch, key client.ObjectKey, object client.Object, options ...client.GetOption) error {
	volume, ok := object.(*corev1.PersistentVolume)
	if !ok || key.Namespace == "" {
		return c.Get(ctx, key, object, options...)
	}
	found := &corev1.PersistentVolume{}
	if err := c.Get(ctx, client.ObjectKey{Name: key.Name}, found, options...); err != nil {
		return err
	}
	if found.Spec.ClaimRef == nil && found.Status.Phase != corev1.VolumeBound {
		return apierrors.NewNotFound(corev1.Resource("persistentvolumes"), key.Name)
	}
	found.DeepCopyInto(volume)
	return nil
}

// hydrate updates the cluster state as Karpenter's informers would: claims, then nodes, then the pods on them.
func (w *world) hydrate() {
	var claims karpv1.NodeClaimList
	must(w.client.List(w.ctx, &claims))
	for i := range claims.Items {
		w.cluster.UpdateNodeClaim(&claims.Items[i])
	}
	var nodes corev1.NodeList
	must(w.client.List(w.ctx, &nodes))
	for i := range nodes.Items {
		must(w.cluster.UpdateNode(w.ctx, &nodes.Items[i]))
	}
	var pods corev1.PodList
	must(w.client.List(w.ctx, &pods))
	for i := range pods.Items {
		if pods.Items[i].Spec.NodeName != "" {
			// A pod may be on a node that the scenario does not have.
			must(client.IgnoreNotFound(w.cluster.UpdatePod(w.ctx, &pods.Items[i])))
		}
	}
	var daemonSets appsv1.DaemonSetList
	must(w.client.List(w.ctx, &daemonSets))
	for i := range daemonSets.Items {
		must(w.cluster.UpdateDaemonSet(w.ctx, &daemonSets.Items[i]))
	}
}

type recorder struct {
	mutex  sync.Mutex
	events []events.Event
}

func (r *recorder) Publish(published ...events.Event) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.events = append(r.events, published...)
}
