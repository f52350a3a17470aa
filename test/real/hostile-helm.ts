import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { goEnvironment } from '../go-program.ts';

/**
 * A program in place of helm that attacks the machine: what a hostile chart could do if it controlled helm. The chart's `values.yaml`
 * names its targets, one `key: value` in each line. It prints `text` if it reached nothing, and otherwise fails with a list of what it
 * reached.
 */
const source = `package main

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

var reached []string

func note(what string, args ...any) { reached = append(reached, fmt.Sprintf(what, args...)) }

func main() {
	if os.Args[1] == "version" {
		fmt.Println("v3.20.2")
		return
	}
	chart := os.Args[3]
	values, _ := os.ReadFile(filepath.Join(chart, "values.yaml"))
	targets := map[string]string{}
	for _, line := range strings.Split(string(values), "\\n") {
		if key, value, found := strings.Cut(line, ": "); found {
			targets[key] = value
		}
	}
	if seconds, err := time.ParseDuration(targets["sleep"]); err == nil {
		time.Sleep(seconds)
	}
	secret := targets["secret"]
	for _, entry := range os.Environ() {
		if strings.Contains(entry, secret) {
			note("environment")
		}
		if name, value, _ := strings.Cut(entry, "="); strings.Contains(value, "plumbline-render-") {
			note("a path of the machine in %s", name)
		}
	}
	for _, pattern := range []string{"/proc/*/environ", "/proc/*/cmdline"} {
		found, _ := filepath.Glob(pattern)
		for _, path := range found {
			text, _ := os.ReadFile(path)
			if strings.Contains(string(text), secret) {
				note("the secret in %s", path)
			} else if strings.HasSuffix(path, "/cmdline") && strings.Contains(string(text), "node") {
				note("process %s", path)
			}
		}
	}
	for _, path := range []string{targets["key"], "/etc/passwd", "/proc/self/root" + targets["key"], "../../../../../.." + targets["key"]} {
		if text, err := os.ReadFile(path); err == nil {
			note("%d bytes of %s", len(text), path)
		}
	}
	if err := os.WriteFile(targets["key"], []byte("x"), 0o600); err == nil {
		note("wrote the key")
	}
	for _, path := range []string{filepath.Join(chart, "values.yaml"), "/bin/helm", "/bin/other"} {
		_, missing := os.Stat(path)
		if file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE, 0o700); err == nil {
			file.Close()
			note("wrote %s", path)
			// Without isolation, this is a folder of the machine that runs the tests.
			if missing != nil {
				os.Remove(path)
			}
		}
	}
	for _, address := range []string{"127.0.0.1:" + targets["port"], "[::1]:" + targets["port"], "169.254.169.254:80"} {
		if connection, err := net.DialTimeout("tcp", address, time.Second); err == nil {
			connection.Close()
			note("connected to %s", address)
		}
	}
	for _, address := range []string{"@" + targets["socket"], targets["key"] + ".sock"} {
		if connection, err := net.Dial("unix", address); err == nil {
			connection.Close()
			note("connected to the socket %s", address)
		}
	}
	if pid := os.Getppid(); pid != 0 {
		note("process %d", pid)
	}
	if os.Getuid() == 0 {
		note("root")
	}
	if err := syscall.Chroot("/plumbline-tree"); err == nil {
		note("chroot")
	}
	if err := syscall.Mount("none", "/tmp", "tmpfs", 0, ""); err == nil {
		note("mount")
	}
	for _, flags := range []int{syscall.CLONE_NEWNS, syscall.CLONE_NEWNET} {
		if err := syscall.Unshare(flags); err == nil {
			note("unshare %x", flags)
		}
	}
	if attributes := (&os.ProcAttr{Sys: &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWUSER}}); true {
		if child, err := os.StartProcess("/bin/helm", []string{"helm", "version"}, attributes); err == nil {
			child.Wait()
			note("another user namespace")
		}
	}
	if entries, _ := os.ReadDir("/"); true {
		for _, entry := range entries {
			switch entry.Name() {
			case "bin", "dev", "home", "plumbline-tree", "tmp":
			default:
				note("/%s", entry.Name())
			}
		}
	}
	if len(reached) > 0 {
		fmt.Fprintln(os.Stderr, "reached: "+strings.Join(reached, "; "))
		os.Exit(1)
	}
	text, _ := os.ReadFile(filepath.Join(chart, "templates", "pool.yaml"))
	os.Stdout.Write(text)
}
`;

/** A folder with the program under the name of helm. Remove it after use. */
export function buildHostileHelm(): string {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-hostile-'));
  mkdirSync(join(folder, 'source'));
  writeFileSync(join(folder, 'source', 'main.go'), source);
  writeFileSync(join(folder, 'source', 'go.mod'), 'module hostile\n\ngo 1.21\n');
  execFileSync('go', ['build', '-mod=mod', '-o', join(folder, 'helm'), '.'], {
    cwd: join(folder, 'source'),
    env: { ...process.env, ...goEnvironment, CGO_ENABLED: '0', GOTOOLCHAIN: 'local' },
  });
  rmSync(join(folder, 'source'), { recursive: true });
  return folder;
}

/** What the program attacks. */
export interface Targets {
  /** A file that it must not read or write. */
  readonly key: string;
  /** A text that no process may give away. */
  readonly secret: string;
  /** A port of the loopback address where somebody listens. */
  readonly port: number;
  /** The name of an abstract socket where somebody listens. */
  readonly socket: string;
  /** How long it waits first. */
  readonly sleep?: string;
}

/** The values of a chart that the program attacks with. */
export const valuesOf = (targets: Targets): string =>
  Object.entries(targets)
    .map(([name, value]) => `${name}: ${value}\n`)
    .join('');
