// A worker in Go of the standard library: docs/protocol.md, whole but for slots.
//
//	go build -o echo-worker .
//	echometer check-worker ./echo-worker --lane socket,tcp,stdio
//	echometer run --worker ./echo-worker --worker-version 1 --lane tcp
package main

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"flag"
	"fmt"
	"io"
	"net"
	"os"
	"strings"
	"sync"
	"time"
)

const (
	hello = iota + 1
	open
	data
	credit
	ack
	end
	failure
	cancel
)

const (
	headerBytes = 16
	most        = 16_777_216
	magic       = 0x4F484345
)

// channelFault ends the channel, sessionFault its session.
type channelFault uint32
type sessionFault uint32

const (
	faultLength  channelFault = 1
	faultKind    channelFault = 2
	faultFlags   channelFault = 3
	faultMagic   channelFault = 4
	faultVersion channelFault = 5
	faultToken   channelFault = 6
	faultOrder   channelFault = 8
	faultSession channelFault = 9
	faultBody    channelFault = 10
)

const (
	creditOverrun sessionFault = 32
	wrongSequence sessionFault = 33
	wrongSize     sessionFault = 35
	wrongSlot     sessionFault = 36
	creditTotals  sessionFault = 37
	endCount      sessionFault = 38
	afterEnd      sessionFault = 39
	ackTotal      sessionFault = 42
)

func (f channelFault) Error() string { return fmt.Sprintf("channel fault %d", uint32(f)) }
func (f sessionFault) Error() string { return fmt.Sprintf("session fault %d", uint32(f)) }

// outbox sends from a goroutine of its own: reading never waits for a write.
type outbox struct {
	lock    sync.Mutex
	filled  *sync.Cond
	buffers net.Buffers
	closed  bool
	done    chan struct{}
}

func newOutbox(to io.Writer) *outbox {
	box := &outbox{done: make(chan struct{})}
	box.filled = sync.NewCond(&box.lock)
	go box.run(to)
	return box
}

func (box *outbox) run(to io.Writer) {
	defer close(box.done)
	for {
		box.lock.Lock()
		for len(box.buffers) == 0 && !box.closed {
			box.filled.Wait()
		}
		buffers := box.buffers
		box.buffers = nil
		box.lock.Unlock()
		if len(buffers) == 0 {
			return
		}
		if _, err := buffers.WriteTo(to); err != nil {
			return
		}
	}
}

func (box *outbox) say(kind byte, session uint32, sequence uint64, body []byte) {
	header := make([]byte, headerBytes)
	binary.LittleEndian.PutUint32(header, uint32(len(body)))
	header[4] = kind
	binary.LittleEndian.PutUint32(header[8:], session)
	binary.LittleEndian.PutUint32(header[12:], uint32(sequence))
	box.lock.Lock()
	box.buffers = append(box.buffers, header)
	if len(body) > 0 {
		box.buffers = append(box.buffers, body)
	}
	box.lock.Unlock()
	box.filled.Signal()
}

// close waits until everything has been sent.
func (box *outbox) close() {
	box.lock.Lock()
	box.closed = true
	box.lock.Unlock()
	box.filled.Signal()
	<-box.done
}

type totals struct{ bytes, frames uint64 }

func (t *totals) add(n int) { t.bytes += uint64(n); t.frames++ }

func (t totals) minus(o totals) totals { return totals{t.bytes - o.bytes, t.frames - o.frames} }

type state int

const (
	isOpen state = iota
	isDraining
	isEnded
	isDropped
)

type session struct {
	number         uint32
	out            *outbox
	limit          totals
	payload        uint64
	waiting        [][]byte
	received, done totals
	told, sent     totals
	releasedByHost totals
	acked          uint64
	state          state
}

func newSession(number uint32, body []byte, out *outbox) (*session, error) {
	le := binary.LittleEndian
	s := &session{number: number, out: out, payload: uint64(le.Uint32(body[12:]))}
	s.limit = totals{le.Uint64(body), uint64(le.Uint32(body[8:]))}
	storage, slots := body[16], uint64(le.Uint16(body[20:]))
	reserved := body[17] != 0 || le.Uint16(body[22:]) != 0 || le.Uint32(body[28:]) != 0
	hasSlots := le.Uint16(body[18:]) != 0 || slots != 0 || le.Uint32(body[24:]) != 0
	contradicts := (storage == 0 && hasSlots) || (storage != 0 && slots < s.limit.frames)
	if s.limit.bytes < 1 || s.limit.frames < 1 || s.payload > most || storage > 2 || reserved || contradicts {
		return nil, faultBody
	}
	if storage != 0 {
		s.fail(wrongSlot) // we were given no slots
	} else {
		out.say(open, number, 0, nil)
	}
	return s, nil
}

func (s *session) fail(fault sessionFault) {
	s.drop()
	s.out.say(failure, s.number, uint64(fault), nil)
}

func (s *session) drop() { s.state, s.waiting = isDropped, nil }

func (s *session) take(f frame) error {
	if s.state == isDropped {
		return nil
	}
	err := s.act(f)
	if err == nil {
		s.advance()
	}
	return err
}

func (s *session) act(f frame) error {
	switch f.kind {
	case data:
		return s.onData(f)
	case credit:
		return s.onCredit(f.body)
	case ack:
		grown := uint64(f.sequence - uint32(s.acked)) // totals are sent modulo 2^32
		if s.acked+grown > s.sent.frames {
			return ackTotal
		}
		s.acked += grown
	case end:
		if s.state != isOpen {
			return afterEnd
		}
		if f.sequence != uint32(s.received.frames) {
			return endCount
		}
		s.state = isDraining
	case failure:
		s.drop()
	case cancel:
		if s.state != isEnded {
			s.drop()
			s.out.say(end, s.number, s.sent.frames, nil)
		}
	default:
		return faultOrder
	}
	return nil
}

func (s *session) onData(f frame) error {
	size := uint64(len(f.body))
	unreported := s.received.minus(s.told)
	switch {
	case s.state != isOpen:
		return afterEnd
	case f.sequence != uint32(s.received.frames):
		return wrongSequence
	case f.hasSlot:
		return wrongSlot
	case size > s.payload:
		return wrongSize
	// One frame larger than the credit may travel alone.
	case unreported.frames > 0 && (unreported.bytes+size > s.limit.bytes || unreported.frames+1 > s.limit.frames):
		return creditOverrun
	}
	s.received.add(len(f.body))
	s.waiting = append(s.waiting, f.body)
	return nil
}

func (s *session) onCredit(body []byte) error {
	now := totals{binary.LittleEndian.Uint64(body), binary.LittleEndian.Uint64(body[8:])}
	shrinks := now.bytes < s.releasedByHost.bytes || now.frames < s.releasedByHost.frames
	if shrinks || now.bytes > s.sent.bytes || now.frames > s.sent.frames {
		return creditTotals
	}
	s.releasedByHost = now
	return nil
}

// advance echoes what the host's credit allows. A payload that is on its way has released its input.
func (s *session) advance() {
	for len(s.waiting) > 0 && s.maySend(len(s.waiting[0])) {
		payload := s.waiting[0]
		s.waiting = s.waiting[1:]
		s.out.say(data, s.number, s.sent.frames, payload)
		s.sent.add(len(payload))
		s.done.add(len(payload))
		s.report()
	}
	if s.state == isDraining && len(s.waiting) == 0 {
		s.state = isEnded
		s.out.say(end, s.number, s.sent.frames, nil)
	}
}

func (s *session) maySend(n int) bool {
	way := s.sent.minus(s.releasedByHost)
	return way.frames == 0 || (way.bytes+uint64(n) <= s.limit.bytes && way.frames+1 <= s.limit.frames)
}

func (s *session) report() {
	due := s.done.minus(s.told)
	if 2*due.bytes < s.limit.bytes && 2*due.frames < s.limit.frames && due.bytes+s.payload <= s.limit.bytes {
		return
	}
	s.told = s.done
	body := make([]byte, 16)
	binary.LittleEndian.PutUint64(body, s.done.bytes)
	binary.LittleEndian.PutUint64(body[8:], s.done.frames)
	s.out.say(credit, s.number, 0, body)
}

type frame struct {
	kind              byte
	hasSlot           bool
	session, sequence uint32
	body              []byte
}

func readFrame(input *bufio.Reader, header []byte) (frame, error) {
	if _, err := io.ReadFull(input, header); err != nil {
		return frame{}, err
	}
	le := binary.LittleEndian
	length, kind, flags := le.Uint32(header), header[4], header[5]
	if err := checkHeader(length, kind, flags, le.Uint16(header[6:]) != 0); err != nil {
		return frame{}, err
	}
	if flags == 1 {
		length = 0 // the payload is in a slot
	}
	body := make([]byte, length)
	_, err := io.ReadFull(input, body)
	return frame{kind, flags == 1, le.Uint32(header[8:]), le.Uint32(header[12:]), body}, err
}

// checkHeader names of several faults the one with the smallest code.
func checkHeader(length uint32, kind, flags byte, hasSlot bool) error {
	fixed := map[byte]uint32{hello: 32, open: 32, credit: 16, ack: 0, end: 0, cancel: 0}
	if want, isFixed := fixed[kind]; length > most || (isFixed && length != want) || (kind == failure && length > 256) {
		return faultLength
	}
	if kind < hello || kind > cancel {
		return faultKind
	}
	if flags > 1 || (flags == 1 && kind != data) || (flags == 0 && hasSlot) {
		return faultFlags
	}
	return nil
}

type worker struct {
	token    []byte
	out      *outbox
	sessions map[uint32]*session
	greeted  bool
}

func (w *worker) handle(f frame) error {
	if (f.kind == hello) == w.greeted {
		return faultOrder
	}
	if !w.greeted {
		return w.greet(f)
	}
	if f.session == 0 {
		if f.kind == failure {
			return io.EOF
		}
		return faultSession
	}
	s := w.sessions[f.session]
	if s == nil && f.kind != open {
		return faultSession
	}
	if s == nil {
		if f.sequence != 0 {
			return faultBody
		}
		opened, err := newSession(f.session, f.body, w.out)
		w.sessions[f.session] = opened
		return err
	}
	err := s.take(f)
	if fault, isSession := err.(sessionFault); isSession {
		s.fail(fault)
		return nil
	}
	return err
}

func (w *worker) greet(f frame) error {
	le := binary.LittleEndian
	switch {
	case f.session != 0 || f.sequence != 0:
		return faultBody
	case le.Uint32(f.body) != magic:
		return faultMagic
	case le.Uint16(f.body[4:]) != 1:
		return faultVersion
	case !bytes.Equal(f.body[8:24], w.token):
		return faultToken
	}
	w.greeted = true
	return nil
}

func serve(input io.Reader, output io.Writer, token []byte) {
	out := newOutbox(output)
	w := &worker{token: token, out: out, sessions: map[uint32]*session{}}
	greeting := make([]byte, 32)
	binary.LittleEndian.PutUint32(greeting, magic)
	binary.LittleEndian.PutUint16(greeting[4:], 1)
	copy(greeting[8:], token)
	binary.LittleEndian.PutUint32(greeting[24:], most)
	out.say(hello, 0, 0, greeting)
	buffered := bufio.NewReaderSize(input, 1<<18)
	header := make([]byte, headerBytes)
	var err error
	for err == nil {
		var f frame
		if f, err = readFrame(buffered, header); err == nil {
			err = w.handle(f)
		}
	}
	fault, isFault := err.(channelFault)
	if isFault {
		out.say(failure, 0, uint64(fault), nil)
	}
	out.close()
	if half, canClose := output.(interface{ CloseWrite() error }); canClose && isFault {
		// What the host still sends is read, so that the ERROR arrives.
		_ = half.CloseWrite()
		time.AfterFunc(time.Second, func() { os.Exit(1) })
		_, _ = io.Copy(io.Discard, buffered)
	}
}

func main() {
	path := flag.String("socket", "", "listen on this Unix socket")
	place := flag.String("tcp", "", "listen on HOST:PORT")
	fd := flag.Int("fd", -1, "a connected socket")
	stdio := flag.Bool("stdio", false, "standard input and output")
	tokenFd := flag.Int("token-fd", -1, "holds the token")
	tokenFile := flag.String("token-file", "", "holds the token as hexadecimal digits")
	flag.Parse()
	token, err := readToken(*tokenFd, *tokenFile)
	switch {
	case err != nil:
	case *stdio:
		serve(os.Stdin, os.Stdout, token)
	case *fd >= 0:
		channel := os.NewFile(uintptr(*fd), "channel")
		serve(channel, channel, token)
	case *place != "":
		err = accept("tcp", *place, token)
	default:
		err = accept("unix", *path, token)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "echo-worker:", err)
		os.Exit(2)
	}
}

func readToken(fd int, file string) ([]byte, error) {
	if file == "" {
		token := make([]byte, 16)
		_, err := io.ReadFull(os.NewFile(uintptr(fd), "token"), token)
		return token, err
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	return hex.DecodeString(strings.TrimSpace(string(text)))
}

func accept(network, place string, token []byte) error {
	listener, err := net.Listen(network, place)
	if err != nil {
		return err
	}
	connected := make(chan struct{})
	go func() { // a host that is gone before it connects closes our standard input, if that is a pipe
		if about, err := os.Stdin.Stat(); err != nil || about.Mode()&(os.ModeNamedPipe|os.ModeSocket) == 0 {
			return
		}
		_, _ = io.Copy(io.Discard, os.Stdin)
		select {
		case <-connected:
		default:
			os.Exit(3)
		}
	}()
	connection, err := listener.Accept() // Go sets TCP_NODELAY itself
	if err != nil {
		return err
	}
	close(connected)
	listener.Close()
	serve(connection, connection, token)
	return nil
}
