package rest

import (
	"bytes"
	"context"
	"net"
	"net/http"
)

// maxGathered is the largest body that is sent in one write with its header.
const maxGathered = maxKept / 2

// Plain sends each answer on a connection without TLS in one write; net/http requires its
// own type of connection for TLS.
func Plain(listener net.Listener) net.Listener { return wholeListener{listener} }

// wholeListener makes connections that send an answer in one write. net/http splits what
// is longer than its buffer of 4 KiB, and each part costs a system call here and a wake-up
// of the client.
type wholeListener struct{ net.Listener }

func (l wholeListener) Accept() (net.Conn, error) {
	conn, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return &connection{Conn: conn}, nil
}

// connection holds back the parts of an answer until it is whole. Only the
// goroutine that serves the connection writes.
type connection struct {
	net.Conn
	gathered *bytes.Buffer // nil while nothing is held back
}

type connectionKey struct{}

// withConnection lets the requests of a connection find it.
func withConnection(ctx context.Context, conn net.Conn) context.Context {
	if conn, whole := conn.(*connection); whole {
		return context.WithValue(ctx, connectionKey{}, conn)
	}
	return ctx
}

// gather holds back an answer with a body of this length until it is sent; nil where it is
// not held back.
func gather(request *http.Request, length int) *connection {
	conn, _ := request.Context().Value(connectionKey{}).(*connection)
	if conn == nil || length > maxGathered {
		return nil
	}
	conn.gathered = borrowBuffer()
	return conn
}

// send sends the answer that was gathered. What follows a part of an answer would be taken
// for its rest, so an error closes the connection.
func (c *connection) send() error {
	if c == nil {
		return nil
	}
	gathered := c.gathered
	c.gathered = nil
	defer returnBuffer(gathered)
	_, err := c.Conn.Write(gathered.Bytes())
	if err != nil {
		_ = c.Close()
	}
	return err
}

// Write implements net.Conn.
func (c *connection) Write(part []byte) (int, error) {
	if c.gathered == nil {
		return c.Conn.Write(part)
	}
	return c.gathered.Write(part)
}

// CloseWrite lets net/http half-close, so a client can read an answer that was given
// before its request was read completely.
func (c *connection) CloseWrite() error {
	if half, able := c.Conn.(interface{ CloseWrite() error }); able {
		return half.CloseWrite()
	}
	return nil
}
