// kube-scheduler-decisions runs the scheduling cycle of the real kube-scheduler, with its default profile, on given clusters. It prints for each
// pod which nodes were found, why others were not, what each plugin scores, and which pods preemption would remove.
//
// It reads one cluster per line from stdin and writes one answer per line.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	policyv1 "k8s.io/api/policy/v1"
	storagev1 "k8s.io/api/storage/v1"
	"k8s.io/apimachinery/pkg/runtime"
	utilfeature "k8s.io/apiserver/pkg/util/feature"
	"k8s.io/client-go/kubernetes/fake"
	"k8s.io/client-go/testing"
	"k8s.io/client-go/tools/events"
	"k8s.io/component-base/featuregate"
	"k8s.io/klog/v2"
	"k8s.io/kubernetes/pkg/scheduler"
	"k8s.io/kubernetes/pkg/scheduler/apis/config"
	"k8s.io/kubernetes/pkg/scheduler/apis/config/latest"
	"k8s.io/kubernetes/pkg/scheduler/backend/cache"
	"k8s.io/kubernetes/pkg/scheduler/framework"
	frameworkruntime "k8s.io/kubernetes/pkg/scheduler/framework/runtime"
	"k8s.io/kubernetes/pkg/scheduler/profile"
)

type world struct {
	Nodes          []*corev1.Node                  `json:"nodes"`
	Bound          []*corev1.Pod                   `json:"bound"`
	Pending        []*corev1.Pod                   `json:"pending"`
	Namespaces     []*corev1.Namespace             `json:"namespaces"`
	Services       []*corev1.Service               `json:"services"`
	ReplicaSets    []*appsv1.ReplicaSet            `json:"replicaSets"`
	StatefulSets   []*appsv1.StatefulSet           `json:"statefulSets"`
	Claims         []*corev1.PersistentVolumeClaim `json:"claims"`
	Volumes        []*corev1.PersistentVolume      `json:"volumes"`
	StorageClasses []*storagev1.StorageClass       `json:"storageClasses"`
	CSINodes       []*storagev1.CSINode            `json:"csiNodes"`
	Budgets        []*policyv1.PodDisruptionBudget `json:"budgets"`
	// The node to which each pending pod is bound after its decision, or an empty string. Only a benchmark has these.
	Choices []string `json:"choices"`
}

type decision struct {
	// Names of the nodes that were found, in the order in which the scheduler looked at them.
	Found []string `json:"found"`
	// Node → `Plugin: reasons`, for every node that a filter rejects, whether the scheduler looked at it or not.
	Rejected map[string]string `json:"rejected"`
	// The status of a PreFilter plugin that rejects every node.
	PreFilter string `json:"preFilter,omitempty"`
	// Plugin → weighted score of each node in `found`. Plugins that skip are absent.
	Scores map[string][]int64 `json:"scores"`
	Total  []int64            `json:"total"`
	Chosen string             `json:"chosen,omitempty"`
	// What preemption would do if no node was found.
	Preempts *preemption `json:"preempts,omitempty"`
}

type preemption struct {
	Node    string   `json:"node"`
	Victims []string `json:"victims"`
}

func main() {
	klog.SetOutput(os.Stderr)
	klog.LogToStderr(false)
	// The results are the same without these. Waiting for what runs in the background is not necessary then.
	for _, gate := range []string{"SchedulerAsyncPreemption", "SchedulerAsyncAPICalls"} {
		if _, known := utilfeature.DefaultMutableFeatureGate.GetAll()[featuregate.Feature(gate)]; known {
			must(utilfeature.DefaultMutableFeatureGate.SetFromMap(map[string]bool{gate: false}))
		}
	}
	in := bufio.NewReaderSize(os.Stdin, 1<<20)
	out := json.NewEncoder(os.Stdout)
	for {
		line, err := in.ReadBytes('\n')
		if len(line) > 1 {
			w := world{}
			must(json.Unmarshal(line, &w))
			if w.Choices != nil {
				must(out.Encode(measure(&w)))
				continue
			}
			must(out.Encode(map[string]any{"decisions": decide(&w)}))
		}
		if err != nil {
			return
		}
	}
}

// found is what the scheduler passes to the plugins that score.
var found []string

func decide(w *world) []decision {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	sched, profile, client := start(ctx, w, &config.Plugin{Name: "Witness"})
	logger := klog.FromContext(ctx)
	snapshot := profile.SnapshotSharedLister().(*cache.Snapshot)
	decisions := []decision{}
	for _, pod := range w.Pending {
		must(sched.Cache.UpdateSnapshot(logger, snapshot))
		d := cycle(ctx, sched, profile, pod, client)
		decisions = append(decisions, d)
		if d.Chosen != "" {
			must(sched.Cache.AddPod(logger, on(pod, d.Chosen)))
		}
	}
	return decisions
}

// start makes a scheduler that knows the cluster. It looks at the nodes one after the other.
func start(ctx context.Context, w *world, more *config.Plugin) (*scheduler.Scheduler, framework.Framework, *fake.Clientset) {
	client := fake.NewSimpleClientset(objectsOf(w)...)
	// Pods that preemption removes stay, so that the following decisions do not depend on when the scheduler sees that.
	client.PrependReactor("delete", "pods", func(testing.Action) (bool, runtime.Object, error) { return true, nil, nil })
	factory := scheduler.NewInformerFactory(client, 0)
	cfg, err := latest.Default()
	must(err)
	if more != nil {
		cfg.Profiles[0].Plugins.MultiPoint.Enabled = append(cfg.Profiles[0].Plugins.MultiPoint.Enabled, *more)
	}
	sched, err := scheduler.New(ctx, client, factory, nil, recorders(),
		scheduler.WithProfiles(cfg.Profiles...),
		scheduler.WithFrameworkOutOfTreeRegistry(frameworkruntime.Registry{"Witness": newWitness}),
		scheduler.WithParallelism(1))
	must(err)
	factory.Start(ctx.Done())
	factory.WaitForCacheSync(ctx.Done())
	must(sched.WaitForHandlersSync(ctx))
	for _, node := range w.Nodes {
		sched.Cache.AddNode(klog.FromContext(ctx), node)
	}
	return sched, sched.Profiles[corev1.DefaultSchedulerName], client
}

// best is the first by name of the nodes with the highest score. The scheduler picks one of them at random.
func best(d decision) string {
	chosen := ""
	top := int64(-1)
	for i, name := range d.Found {
		if d.Total[i] > top || (d.Total[i] == top && name < chosen) {
			chosen, top = name, d.Total[i]
		}
	}
	return chosen
}

func victimsOf(client *fake.Clientset) []string {
	victims := []string{}
	for _, action := range client.Actions() {
		if action.GetVerb() == "delete" && action.GetResource().Resource == "pods" {
			victims = append(victims, action.(interface{ GetName() string }).GetName())
		}
	}
	slices.Sort(victims)
	return victims
}

func statusText(plugin string, reasons []string) string {
	sorted := slices.Clone(reasons)
	slices.Sort(sorted)
	return plugin + ": " + strings.Join(sorted, "; ")
}

func recorders() profile.RecorderFactory {
	return func(string) recorder { return events.NewFakeRecorder(100000) }
}

func objectsOf(w *world) []runtime.Object {
	var all []runtime.Object
	add := func(objects ...runtime.Object) { all = append(all, objects...) }
	for _, o := range w.Bound {
		add(o)
	}
	for _, o := range w.Pending {
		add(o)
	}
	for _, o := range w.Namespaces {
		add(o)
	}
	for _, o := range w.Services {
		add(o)
	}
	for _, o := range w.ReplicaSets {
		add(o)
	}
	for _, o := range w.StatefulSets {
		add(o)
	}
	for _, o := range w.Claims {
		add(o)
	}
	for _, o := range w.Volumes {
		add(o)
	}
	for _, o := range w.StorageClasses {
		add(o)
	}
	for _, o := range w.CSINodes {
		add(o)
	}
	for _, o := range w.Budgets {
		add(o)
	}
	return all
}

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
