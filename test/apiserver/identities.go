package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/hex"
	"encoding/pem"
	"fmt"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"time"
)

type user struct {
	name   string
	groups []string
}

type users []user

func (all *users) String() string { return fmt.Sprint(*all) }

func (all *users) Set(text string) error {
	name, groups, _ := strings.Cut(text, ":")
	one := user{name: name}
	if groups != "" {
		one.groups = strings.Split(groups, ",")
	}
	*all = append(*all, one)
	return nil
}

// writeTokens gives each user a token, and writes the file that kube-apiserver reads.
func writeTokens(path string, people users) map[string]string {
	tokens, lines := map[string]string{}, ""
	for _, one := range people {
		secret := make([]byte, 16)
		must(rand.Read(secret))
		tokens[one.name] = hex.EncodeToString(secret)
		lines += fmt.Sprintf("%s,%s,%s,%q\n", tokens[one.name], one.name, one.name, strings.Join(one.groups, ","))
	}
	check(os.WriteFile(path, []byte(lines), 0o600))
	return tokens
}

// authority signs the certificates of the server and of clients.
type authority struct {
	certificate *x509.Certificate
	key         *ecdsa.PrivateKey
}

type certificateFiles struct {
	Certificate string `json:"certificate"`
	Key         string `json:"key"`
}

// makeAuthority writes ca.crt, server.crt and server.key.
func makeAuthority(root string) *authority {
	made := &authority{key: must(ecdsa.GenerateKey(elliptic.P256(), rand.Reader))}
	template := certificate(pkix.Name{CommonName: "apiserver test authority"})
	template.IsCA, template.BasicConstraintsValid, template.KeyUsage = true, true, x509.KeyUsageCertSign
	der := must(x509.CreateCertificate(rand.Reader, template, template, made.key.Public(), made.key))
	made.certificate = must(x509.ParseCertificate(der))
	writePEM(filepath.Join(root, "ca.crt"), "CERTIFICATE", der)
	server := certificate(pkix.Name{CommonName: "apiserver"})
	server.ExtKeyUsage = []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}
	server.DNSNames, server.IPAddresses = []string{"localhost"}, []net.IP{net.IPv4(127, 0, 0, 1)}
	made.sign(filepath.Join(root, "server"), server)
	return made
}

func (signer *authority) pool() *x509.CertPool {
	pool := x509.NewCertPool()
	pool.AddCert(signer.certificate)
	return pool
}

// issue gives each user a client certificate: its common name is the user, its organizations are the groups.
func (signer *authority) issue(root string, people users) map[string]certificateFiles {
	issued := map[string]certificateFiles{}
	for _, one := range people {
		template := certificate(pkix.Name{CommonName: one.name, Organization: one.groups})
		template.ExtKeyUsage = []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth}
		issued[one.name] = signer.sign(filepath.Join(root, "user-"+hex.EncodeToString([]byte(one.name))), template)
	}
	return issued
}

func (signer *authority) sign(path string, template *x509.Certificate) certificateFiles {
	key := must(ecdsa.GenerateKey(elliptic.P256(), rand.Reader))
	writePEM(path+".key", "EC PRIVATE KEY", must(x509.MarshalECPrivateKey(key)))
	writePEM(path+".crt", "CERTIFICATE", must(x509.CreateCertificate(rand.Reader, template, signer.certificate, key.Public(), signer.key)))
	return certificateFiles{Certificate: path + ".crt", Key: path + ".key"}
}

func certificate(subject pkix.Name) *x509.Certificate {
	return &x509.Certificate{
		SerialNumber: must(rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 120))), Subject: subject,
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(24 * time.Hour),
		KeyUsage: x509.KeyUsageDigitalSignature,
	}
}

func writePEM(path, kind string, der []byte) {
	check(os.WriteFile(path, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der}), 0o600))
}
