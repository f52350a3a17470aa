// apiserver is a Kubernetes API server for tests: etcd and kube-apiserver in one process on loopback, with RBAC.
//
// It prints one JSON line when it is ready, and exits when its standard input closes, so that it never outlives a test.
// Arguments after "--" are passed to kube-apiserver unchanged.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"
)

// answer tells a test how to reach the server.
type answer struct {
	Server string            `json:"server"`
	CA     string            `json:"ca"`
	Tokens map[string]string `json:"tokens"`
	// Certificate and key of a client, by user.
	Certificates map[string]certificateFiles `json:"certificates"`
}

func main() {
	directory := flag.String("directory", "", "where data, keys and logs are kept; made when it is missing")
	webhook := flag.String("token-webhook", "", "URL that answers TokenReviews about tokens that are not in the list")
	port := flag.Int("port", 0, "port of the server; 0 is any free one")
	var people users
	flag.Var(&people, "user", "name or name:group,group of somebody who gets a token and a certificate; repeatable")
	flag.Parse()
	check(os.MkdirAll(*directory, 0o700))
	root := must(filepath.Abs(*directory))

	store := startEtcd(root)
	defer store.Close()
	authority := makeAuthority(root)
	people = append(users{{name: "admin", groups: []string{"system:masters"}}}, people...)
	tokens := writeTokens(filepath.Join(root, "tokens.csv"), people)
	if *port == 0 {
		*port = freePort()
	}
	server := fmt.Sprintf("https://127.0.0.1:%d", *port)
	startServer(serverOptions{
		root: root, server: server, port: *port, webhook: *webhook, extra: flag.Args(),
		etcd: store.Config().ListenClientUrls[0].String(),
	})
	waitUntilReady(server, authority, tokens["admin"], time.Minute)
	check(json.NewEncoder(os.Stdout).Encode(answer{
		Server: server, CA: filepath.Join(root, "ca.crt"), Tokens: tokens, Certificates: authority.issue(root, people),
	}))
	must(io.Copy(io.Discard, os.Stdin))
	os.Exit(0)
}

func must[T any](value T, err error) T {
	check(err)
	return value
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "apiserver:", err)
		os.Exit(1)
	}
}
