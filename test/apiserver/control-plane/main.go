// control-plane is kube-scheduler and kube-controller-manager, which an API server needs to be a cluster. The first argument selects one of them.
package main

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"
	"k8s.io/component-base/cli"
	manager "k8s.io/kubernetes/cmd/kube-controller-manager/app"
	scheduler "k8s.io/kubernetes/cmd/kube-scheduler/app"
)

func main() {
	programs := map[string]func() *cobra.Command{
		"scheduler":          func() *cobra.Command { return scheduler.NewSchedulerCommand() },
		"controller-manager": manager.NewControllerManagerCommand,
	}
	if len(os.Args) < 2 || programs[os.Args[1]] == nil {
		fmt.Fprintln(os.Stderr, "usage: control-plane scheduler|controller-manager FLAGS")
		os.Exit(2)
	}
	program := programs[os.Args[1]]
	os.Args = os.Args[1:]
	os.Exit(cli.Run(program()))
}
