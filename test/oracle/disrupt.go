package main

import (
	"fmt"
	"regexp"
	"sort"
	"strings"
	"time"

	"github.com/samber/lo"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/karpenter/pkg/cloudprovider"
	"sigs.k8s.io/karpenter/pkg/controllers/disruption"
	claimdisruption "sigs.k8s.io/karpenter/pkg/controllers/nodeclaim/disruption"
	"sigs.k8s.io/karpenter/pkg/events"
	"sigs.k8s.io/karpenter/pkg/state/cost"
)

// maxCommands ends a course that would never end.
const maxCommands = 60

// cluster is a world in which time passes and the disruption controllers run.
type cluster struct {
	*world
	settings   settings
	queue      *disruption.Queue
	controller *disruption.Controller
	conditions *claimdisruption.Controller
	cost       *cost.ClusterCost
	// offered are the instance types of each NodePool, for prices and labels.
	offered map[string]map[string]*cloudprovider.InstanceType
	named   map[string]int
	rounds  []round
	flags   map[string]bool
	course  *course
}

func newCluster(s *scenario) *cluster {
	c := &cluster{
		world: newWorld(s), settings: s.settings, named: map[string]int{}, flags: map[string]bool{},
		offered: map[string]map[string]*cloudprovider.InstanceType{}, course: &course{Commands: []*command{}},
	}
	// The disruption controllers run many simulations, so all passes share one list per class.
	c.types.known = map[string][]*cloudprovider.InstanceType{}
	c.queue = disruption.NewQueue(c.client, c.recorder, c.world.cluster, c.clock, c.provisioner)
	c.cost = cost.NewClusterCost(c.ctx, c.cloud, c.client)
	c.conditions = claimdisruption.NewController(c.clock, c.client, c.cloud)
	upstream := newMethods(c)
	methods := lo.Map(upstream, func(m disruption.Method, _ int) disruption.Method { return newMethod(c, m) })
	c.controller = newDisruptionController(c, methods)
	for _, pool := range s.manifests.nodePools {
		if list, err := c.cloud.GetInstanceTypes(c.ctx, pool); err == nil {
			c.offered[pool.Name] = lo.KeyBy(list, func(instanceType *cloudprovider.InstanceType) string { return instanceType.Name })
		}
	}
	c.inform()
	return c
}

func (c *cluster) flag(name string, is bool) {
	if is {
		c.flags[name] = true
	}
}

// step is the time from one wave to the next check.
func (c *cluster) step() time.Duration {
	if c.isDrift() {
		return max(time.Duration(c.settings.StepSeconds)*time.Second, time.Minute)
	}
	longest := time.Duration(0)
	for _, pool := range c.store.scenario.manifests.nodePools {
		if after := pool.Spec.Disruption.ConsolidateAfter.Duration; after != nil {
			longest = max(longest, *after)
		}
	}
	return longest + time.Minute
}

func (c *cluster) isDrift() bool { return c.settings.Kind == "drift" }

// refresh updates the cluster state as the informers would, and the conditions of all claims.
func (c *cluster) refresh() {
	for _, claim := range c.nodeClaims() {
		_, err := c.conditions.Reconcile(c.ctx, claim)
		must(err)
	}
	c.inform()
	c.world.cluster.MarkUnconsolidated()
}

func (c *cluster) inform() {
	for _, claim := range c.nodeClaims() {
		must(c.cost.UpdateNodeClaim(c.ctx, claim))
	}
	c.hydrate()
}

// run proceeds from wave to wave until nothing more happens.
func (c *cluster) run() *course {
	if c.provision(-1) {
		c.clock.Step(c.step())
	}
	c.refresh()
	c.course.Initial, c.course.InitialPrice, _ = c.picture()
	c.course.Stop = c.waves()
	c.course.Final, c.course.FinalPrice, c.course.PendingPods = c.picture()
	c.course.Flags = sortedKeys(c.flags)
	return c.course
}

// waves returns why it ended.
func (c *cluster) waves() string {
	known := map[string]int{c.shape(): -1}
	rejections := 0
	for wave := 0; len(c.course.Commands) < maxCommands; wave++ {
		commands, failure := c.start(wave)
		if failure != "" {
			return "error: " + failure
		}
		if len(commands) == 0 {
			if rejections == 3 || !c.wasRejected() {
				return "settled"
			}
			rejections++
			c.flag("validation-rejected", true)
			c.clock.Step(10 * time.Second)
			c.refresh()
			continue
		}
		rejections = 0
		failure = c.complete(commands)
		c.course.Commands = append(c.course.Commands, commands...)
		if failure != "" {
			return "error: " + failure
		}
		c.inform()
		c.provision(wave)
		c.clock.Step(c.step())
		c.refresh()
		shape := c.shape()
		if before, ok := known[shape]; ok {
			return fmt.Sprintf("cycle: the cluster after wave %d is the one after wave %d again (-1: initial)", wave, before)
		}
		known[shape] = wave
	}
	return "step limit"
}

// start runs the controller: one turn, or several turns in a world of drift, because replacements of several
// commands may be in progress at the same time.
func (c *cluster) start(wave int) (commands []*command, failure string) {
	known := map[*disruption.Command]bool{}
	for {
		c.rounds, c.recorder.events = nil, nil
		_, err := c.controller.Reconcile(c.ctx)
		if c.course.FirstRound == nil {
			c.course.FirstRound = append([]round{}, c.rounds...)
		}
		if err != nil {
			return nil, uuids.ReplaceAllString(err.Error(), "ID")
		}
		fresh := lo.Filter(c.queue.GetCommands(), func(started *disruption.Command, _ int) bool { return !known[started] })
		sort.Slice(fresh, func(i, j int) bool { return fresh[i].Candidates[0].Name() < fresh[j].Candidates[0].Name() })
		for _, started := range fresh {
			known[started] = true
			command := newCommand(started, wave)
			commands = append(commands, command)
			if failure := c.launchAll(command); failure != "" {
				c.course.Commands = append(c.course.Commands, command)
				return nil, failure
			}
		}
		if len(fresh) == 0 || !c.isDrift() || len(c.course.Commands)+len(commands) >= maxCommands {
			return commands, ""
		}
		c.inform()
	}
}

var uuids = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}`)

func (c *cluster) wasRejected() bool {
	return lo.ContainsBy(c.recorder.events, func(event events.Event) bool { return strings.Contains(event.Reason, "Rejected") })
}

func (c *cluster) launchAll(command *command) (failure string) {
	for _, asked := range command.upstream.Replacements {
		launched := c.launchClaim(asked.Name)
		command.Replacements = append(command.Replacements, launched)
		if launched.LaunchError != "" {
			return launched.LaunchError
		}
	}
	return ""
}

// complete ends a wave: replacements become ready, the queue deletes the claims of the candidates, and their pods move to where
// the last simulation of the wave that included them placed them. Then the nodes are deleted.
func (c *cluster) complete(commands []*command) (failure string) {
	places := map[types.UID]string{}
	for _, command := range commands {
		for _, launched := range command.Replacements {
			c.initialize(launched.Name)
		}
		for pod, node := range command.places {
			places[pod] = node
		}
	}
	for _, command := range commands {
		if _, err := c.queue.Reconcile(c.ctx, command.upstream.Candidates[0].NodeClaim); err != nil || !command.upstream.Succeeded {
			return fmt.Sprintf("queue: command did not succeed (%v)", err)
		}
	}
	for _, command := range commands {
		for _, candidate := range command.upstream.Candidates {
			c.drain(candidate.Name(), places, command)
		}
	}
	for _, command := range commands {
		for _, candidate := range command.upstream.Candidates {
			c.remove(candidate.Name())
		}
	}
	return ""
}
