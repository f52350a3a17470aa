package main

import (
	"context"
	"crypto/tls"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"go.etcd.io/etcd/server/v3/embed"
	"k8s.io/kubernetes/cmd/kube-apiserver/app"
)

func freePort() int {
	listener := must(net.Listen("tcp", "127.0.0.1:0"))
	defer listener.Close()
	return listener.Addr().(*net.TCPAddr).Port
}

// startEtcd starts a single member without durability: no fsync, and it elects itself immediately.
func startEtcd(root string) *embed.Etcd {
	config := embed.NewConfig()
	config.Dir = filepath.Join(root, "etcd")
	config.UnsafeNoFsync = true
	config.TickMs, config.ElectionMs = 10, 100
	config.LogLevel, config.LogOutputs = "error", []string{filepath.Join(root, "etcd.log")}
	client := []url.URL{{Scheme: "http", Host: fmt.Sprintf("127.0.0.1:%d", freePort())}}
	peer := []url.URL{{Scheme: "http", Host: fmt.Sprintf("127.0.0.1:%d", freePort())}}
	config.ListenClientUrls, config.AdvertiseClientUrls = client, client
	config.ListenPeerUrls, config.AdvertisePeerUrls = peer, peer
	config.InitialCluster = config.InitialClusterFromName(config.Name)
	store := must(embed.StartEtcd(config))
	<-store.Server.ReadyNotify()
	return store
}

type serverOptions struct {
	root, server, etcd, webhook string
	port                        int
	extra                       []string
}

// startServer runs kube-apiserver in this process. Without a controller manager nothing creates service accounts, so their
// admission plugin is disabled.
func startServer(options serverOptions) {
	in := func(name string) string { return filepath.Join(options.root, name) }
	args := []string{
		"--etcd-servers=" + options.etcd,
		"--bind-address=127.0.0.1", "--advertise-address=127.0.0.1", fmt.Sprintf("--secure-port=%d", options.port),
		"--tls-cert-file=" + in("server.crt"), "--tls-private-key-file=" + in("server.key"),
		"--client-ca-file=" + in("ca.crt"), "--token-auth-file=" + in("tokens.csv"), "--authorization-mode=RBAC",
		"--service-account-issuer=" + options.server,
		"--service-account-key-file=" + in("server.key"), "--service-account-signing-key-file=" + in("server.key"),
		"--service-cluster-ip-range=10.0.0.0/24", "--endpoint-reconciler-type=none",
		"--disable-admission-plugins=ServiceAccount", "--enable-priority-and-fairness=false", "--v=0",
	}
	if options.webhook != "" {
		kubeconfig := fmt.Sprintf("{apiVersion: v1, kind: Config, current-context: it, contexts: [{name: it, context: {cluster: it, user: it}}], users: [{name: it}], clusters: [{name: it, cluster: {server: %q}}]}", options.webhook)
		check(os.WriteFile(in("webhook.yaml"), []byte(kubeconfig), 0o600))
		args = append(args, "--authentication-token-webhook-config-file="+in("webhook.yaml"), "--authentication-token-webhook-cache-ttl=1s")
	}
	command := app.NewAPIServerCommand()
	command.SetArgs(append(args, options.extra...))
	// It handles SIGTERM itself. When it returns, the process has to end.
	go func() {
		check(command.ExecuteContext(context.Background()))
		os.Exit(0)
	}()
}

func waitUntilReady(server string, authority *authority, token string, patience time.Duration) {
	client := &http.Client{Timeout: 2 * time.Second, Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: authority.pool()}}}
	request := must(http.NewRequest(http.MethodGet, server+"/readyz", nil))
	request.Header.Set("Authorization", "Bearer "+token)
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		response, err := client.Do(request)
		if err != nil {
			continue
		}
		response.Body.Close()
		if response.StatusCode == http.StatusOK {
			return
		}
	}
	check(fmt.Errorf("not ready after %s", patience))
}
