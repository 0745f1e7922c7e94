package main

import (
	"crypto/tls"
	"fmt"
	"sync/atomic"
)

// certificate is the certificate of the server, read again at each SIGHUP.
type certificate struct {
	certFile, keyFile string
	shown             atomic.Pointer[tls.Certificate]
}

// openCertificate reads the certificate of the settings; nil without one.
func (c *config) openCertificate() (*certificate, error) {
	if c.tlsCert == "" {
		return nil, nil
	}
	opened := &certificate{certFile: c.tlsCert, keyFile: c.tlsKey}
	return opened, opened.read()
}

// read reads the files. Its error leaves the certificate shown before.
func (c *certificate) read() error {
	pair, err := tls.LoadX509KeyPair(c.certFile, c.keyFile)
	if err != nil {
		return fmt.Errorf("the certificate cannot be used: %w; give --tls-cert a PEM file with the chain and --tls-key its key", err)
	}
	c.shown.Store(&pair)
	return nil
}

func (c *certificate) tlsConfig() *tls.Config {
	return &tls.Config{
		MinVersion:     tls.VersionTLS12,
		GetCertificate: func(*tls.ClientHelloInfo) (*tls.Certificate, error) { return c.shown.Load(), nil },
	}
}
