"""multiprocessing.Pipe: Python on both sides, the same load. Usage: pipe.py PAYLOAD WARMUP FRAMES WINDOW; prints JSON."""

import json
import math
import multiprocessing
import sys
import threading
import time


def child(connection):
    """Echo until the other end closes."""
    try:
        while True:
            connection.send_bytes(bytes(connection.recv_bytes()))
    except EOFError:
        pass


def main(payload_bytes, warmup, frames, window):
    """A writer thread keeps the window full; the main thread receives and compares."""
    ours, theirs = multiprocessing.Pipe()
    process = multiprocessing.Process(target=child, args=(theirs,), daemon=True)
    process.start()
    theirs.close()
    payload = bytes((i % 251 * 167 + 13) % 251 for i in range(payload_bytes))
    total = warmup + frames
    starts = [0] * window
    free = threading.Semaphore(window)

    def send(k):
        starts[k % window] = time.perf_counter_ns()
        ours.send_bytes(payload)

    def write():
        for k in range(total):
            free.acquire()
            send(k)

    if window > 1:
        threading.Thread(target=write, daemon=True).start()
    latencies = []
    started = time.perf_counter_ns()
    for k in range(total):
        if window == 1:
            send(k)
        echo = ours.recv_bytes()
        at = time.perf_counter_ns()
        if k >= warmup:
            latencies.append(at - starts[k % window])
        if echo != payload:
            raise SystemExit(f"echo {k} differs")
        free.release()
        if k == warmup - 1:
            started = time.perf_counter_ns()
    seconds = (time.perf_counter_ns() - started) / 1e9
    latencies.sort()

    def rank(p):
        return latencies[max(0, math.ceil(frames * p) - 1)]

    print(
        json.dumps(
            {
                "p50Ns": rank(0.5),
                "p95Ns": rank(0.95),
                "p99Ns": rank(0.99),
                "bytesPerSecond": frames * payload_bytes / seconds,
                "messagesPerSecond": frames / seconds,
            }
        )
    )
    process.kill()


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
