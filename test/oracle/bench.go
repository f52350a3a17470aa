package main

import (
	"context"
	"fmt"
	"runtime"
	"syscall"
	"time"

	"github.com/samber/lo"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/tools/record"
	"k8s.io/utils/clock"
	testclock "k8s.io/utils/clock/testing"
	karpv1 "sigs.k8s.io/karpenter/pkg/apis/v1"
	"sigs.k8s.io/karpenter/pkg/cloudprovider"
	scheduler "sigs.k8s.io/karpenter/pkg/controllers/provisioning/scheduling"
	"sigs.k8s.io/karpenter/pkg/controllers/state"
	"sigs.k8s.io/karpenter/pkg/events"
	"sigs.k8s.io/karpenter/pkg/operator/injection"
	"sigs.k8s.io/karpenter/pkg/scheduling"
)

// timing is what one pass took, and how much it did.
type timing struct {
	WallMs     float64 `json:"wallMs"`
	CPUMs      float64 `json:"cpuMs"`
	NodeClaims int     `json:"nodeClaims"`
	PodErrors  int     `json:"podErrors"`
	Go         string  `json:"go"`
	CPUs       int     `json:"cpus"`
}

// benchScenario times a pass of the provisioner: listing pods, NewScheduler with its instance types, Solve. The cluster's
// objects are there before.
func benchScenario(asked question, catalogs catalogFolder) *timing {
	w := newWorld(newScenario(asked, catalogs))
	return timed(func() *scheduler.Results {
		results, _ := w.solve()
		return results
	})
}

// benchPods times Solve the way upstream's own benchmark does (scheduling_benchmark_test.go): 400 made-up types, one
// NodePool, the scheduler set up before, five workers.
func benchPods(asked question) *timing {
	for i, pod := range asked.Pods {
		pod.UID = types.UID(fmt.Sprintf("%08d-0000-4000-8000-000000000000", i))
		pod.CreationTimestamp = metav1.NewTime(start)
	}
	ctx := injection.WithControllerName(asked.Settings.context(), "provisioner")
	s := lo.Must(newPodScheduler(ctx, asked))
	return timed(func() *scheduler.Results {
		results, err := s.Solve(ctx, asked.Pods)
		must(err)
		return &results
	})
}

func newPodScheduler(ctx context.Context, asked question) (*scheduler.Scheduler, error) {
	options := []scheduler.Options{scheduler.NumConcurrentReconciles(5)}
	if policy := asked.Settings.PreferencePolicy; policy != nil && *policy == "Ignore" {
		options = append(options, scheduler.IgnorePreferences)
	}
	pool := &karpv1.NodePool{ObjectMeta: metav1.ObjectMeta{Name: "default"}}
	pool.Spec.Limits = karpv1.Limits{
		corev1.ResourceCPU:    resource.MustParse("10000000"),
		corev1.ResourceMemory: resource.MustParse("10000000Gi"),
	}
	pool.Spec.Template.Spec.NodeClassRef = &karpv1.NodeClassReference{Group: "karpenter.test.sh", Kind: "TestNodeClass", Name: "default"}
	pools := []*karpv1.NodePool{pool}
	instanceTypes := map[string][]*cloudprovider.InstanceType{pool.Name: madeUpTypes(400)}
	store := newClient(nil, jumpingClock{testclock.NewFakeClock(start)})
	cluster := state.NewCluster(clock.RealClock{}, store, nil)
	topology, err := scheduler.NewTopology(ctx, store, cluster, nil, pools, instanceTypes, asked.Pods, options...)
	if err != nil {
		return nil, err
	}
	return scheduler.NewScheduler(ctx, store, pools, cluster, nil, topology, instanceTypes, nil,
		events.NewRecorder(&record.FakeRecorder{}), clock.RealClock{}, nil, nil, options...), nil
}

// madeUpTypes are those of pkg/cloudprovider/fake, whose package would bring all test libraries: type i has i+1 CPUs.
func madeUpTypes(count int) (all []*cloudprovider.InstanceType) {
	for i := range count {
		name, size := fmt.Sprintf("fake-it-%d", i), i+1
		memory := resource.MustParse(fmt.Sprintf("%dGi", size*2))
		price := 0.1*float64(size) + 0.1*memory.AsApproximateFloat64()/1e9
		all = append(all, &cloudprovider.InstanceType{
			Name: name,
			Requirements: scheduling.NewRequirements(
				scheduling.NewRequirement(corev1.LabelInstanceTypeStable, corev1.NodeSelectorOpIn, name),
				scheduling.NewRequirement(corev1.LabelArchStable, corev1.NodeSelectorOpIn, "amd64"),
				scheduling.NewRequirement(corev1.LabelOSStable, corev1.NodeSelectorOpIn, "darwin", "linux", "windows"),
				scheduling.NewRequirement(corev1.LabelTopologyZone, corev1.NodeSelectorOpIn, "test-zone-1", "test-zone-2", "test-zone-3"),
				scheduling.NewRequirement(karpv1.CapacityTypeLabelKey, corev1.NodeSelectorOpIn, "on-demand", "spot"),
			),
			Offerings: madeUpOfferings(price),
			Capacity: corev1.ResourceList{
				corev1.ResourceCPU:    resource.MustParse(fmt.Sprint(size)),
				corev1.ResourceMemory: memory,
				corev1.ResourcePods:   resource.MustParse(fmt.Sprint(size * 10)),
			},
			Overhead: &cloudprovider.InstanceTypeOverhead{KubeReserved: corev1.ResourceList{
				corev1.ResourceCPU:    resource.MustParse("100m"),
				corev1.ResourceMemory: resource.MustParse("10Mi"),
			}},
		})
	}
	return all
}

func madeUpOfferings(price float64) (offerings cloudprovider.Offerings) {
	for _, at := range [][2]string{
		{"spot", "test-zone-1"}, {"spot", "test-zone-2"},
		{"on-demand", "test-zone-1"}, {"on-demand", "test-zone-2"}, {"on-demand", "test-zone-3"},
	} {
		offerings = append(offerings, &cloudprovider.Offering{
			Available: true,
			Price:     price,
			Requirements: scheduling.NewLabelRequirements(map[string]string{
				karpv1.CapacityTypeLabelKey: at[0], corev1.LabelTopologyZone: at[1],
			}),
		})
	}
	return offerings
}

func timed(solve func() *scheduler.Results) *timing {
	runtime.GC()
	before, cpu := time.Now(), cpuTime()
	results := solve()
	t := &timing{
		WallMs: float64(time.Since(before).Microseconds()) / 1000,
		CPUMs:  float64((cpuTime() - cpu).Microseconds()) / 1000,
		Go:     runtime.Version(),
		CPUs:   runtime.NumCPU(),
	}
	if results != nil {
		t.NodeClaims, t.PodErrors = len(results.NewNodeClaims), len(results.PodErrors)
	}
	return t
}

func cpuTime() time.Duration {
	var usage syscall.Rusage
	must(syscall.Getrusage(syscall.RUSAGE_SELF, &usage))
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
