package ledger

import (
	"bytes"
	"compress/flate"
	"crypto/aes"
	"crypto/cipher"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"sync"
)

// Answers and their requests show what people earn. Both are encrypted with keys
// derived from the client's secret, of which the ledger has only a hash: a client that
// repeats a request sends its secret again, and nobody else can read the answer. There
// is no encryption key to store, to share among servers or to lose.

// derived returns a key derived from the secret for one purpose and subject.
func derived(secret, purpose string, subject []byte) []byte {
	sum := hmac.New(sha256.New, []byte(secret))
	sum.Write([]byte(purpose))
	sum.Write(subject)
	return sum.Sum(nil)
}

// digest is the stored digest of a request. The plain one would allow guessing the wage by
// trying all amounts.
func (r *IdempotentRequest) digest() []byte {
	return derived(r.Key.secret, "request", r.plainDigest())
}

// plainDigest is that of the operation and the exact body.
func (r *IdempotentRequest) plainDigest() []byte {
	length := binary.BigEndian.AppendUint64(nil, uint64(len(r.Operation)))
	sum := sha256.Sum256(slices.Concat(length, []byte(r.Operation), r.Body))
	return sum[:]
}

// answerCipher encrypts the one answer to the reservation with the token.
func answerCipher(secret, token string) cipher.AEAD {
	block, err := aes.NewCipher(derived(secret, "answer", []byte(token)))
	if err != nil {
		panic(err) // a key of another length
	}
	sealing, err := cipher.NewGCM(block)
	if err != nil {
		panic(err) // a cipher of another block size
	}
	return sealing
}

// answerName is the name under which an answer is stored. It reveals no Idempotency-Key,
// which may be anything that a client sends.
func answerName(keyID, idempotencyKey string) []byte {
	sum := sha256.Sum256([]byte(keyID + "\x00" + idempotencyKey))
	return sum[:]
}

// noNonce suffices because each cipher seals a single answer.
var noNonce [12]byte

// sealAnswer compresses an answer with its language and makes it unreadable without the
// secret.
func sealAnswer(r *Reservation, response *Response) []byte {
	header, _ := json.Marshal(response) // a text alone
	var packed bytes.Buffer
	packer := packers.Get().(*flate.Writer)
	defer packers.Put(packer)
	packer.Reset(&packed)
	var length [binary.MaxVarintLen64]byte
	for _, part := range [][]byte{length[:binary.PutUvarint(length[:], uint64(len(header)))], header, response.Body} {
		_, _ = packer.Write(part) // to memory
	}
	_ = packer.Close()
	return answerCipher(r.key.secret, r.token).Seal(nil, noNonce[:], packed.Bytes(), []byte(r.idempotencyKey))
}

var packers = sync.Pool{New: func() any {
	packer, err := flate.NewWriter(nil, flate.BestSpeed)
	if err != nil {
		panic(err) // the level is valid
	}
	return packer
}}

// openAnswer reads what sealAnswer made.
func openAnswer(secret, token, idempotencyKey string, sealed []byte) (response Response, err error) {
	packed, err := answerCipher(secret, token).Open(nil, noNonce[:], sealed, []byte(idempotencyKey))
	if err != nil {
		return response, err
	}
	plain, err := io.ReadAll(flate.NewReader(bytes.NewReader(packed)))
	if err != nil {
		return response, err
	}
	length, n := binary.Uvarint(plain)
	if n <= 0 || length > uint64(len(plain)-n) {
		return response, errors.New("it is truncated")
	}
	response.Body = plain[n+int(length):]
	return response, json.Unmarshal(plain[n:n+int(length)], &response)
}
