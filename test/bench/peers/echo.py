"""The Python side of each peer that lives in a process of its own: reads, constructs bytes(payload), returns it."""

import sys


def zeromq(endpoint):
    """PAIR socket over ipc."""
    import zmq

    socket = zmq.Context().socket(zmq.PAIR)
    socket.set_hwm(0)
    socket.connect(endpoint)
    while True:
        frame = socket.recv(copy=False)
        socket.send(bytes(frame.buffer), copy=len(frame) < 65536)


def grpc():
    """Bidirectional stream, raw bytes, loopback."""
    from concurrent import futures

    import grpc as library

    def echo(requests, _context):
        for request in requests:
            yield bytes(request)

    handlers = {"Stream": library.stream_stream_rpc_method_handler(echo, None, None)}
    server = library.server(
        futures.ThreadPoolExecutor(4), options=[("grpc.max_receive_message_length", -1)]
    )
    server.add_generic_rpc_handlers((library.method_handlers_generic_handler("Echo", handlers),))
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    sys.stdout.write(f"{port}\n")
    sys.stdout.flush()
    server.wait_for_termination()


def websocket(url):
    """The websockets package, without compression."""
    import asyncio

    import websockets

    async def run():
        async with websockets.connect(url, max_size=None, compression=None, ping_interval=None) as ws:
            async for message in ws:
                await ws.send(bytes(message))

    asyncio.run(run())


def json_lines():
    """One JSON object a line over stdio, payload in base64."""
    import base64
    import json

    out = sys.stdout.buffer
    for line in sys.stdin.buffer:
        message = json.loads(line)
        data = base64.b64encode(base64.b64decode(message["data"])).decode()
        out.write(json.dumps({"sequence": message["sequence"], "data": data}).encode() + b"\n")
        out.flush()


if __name__ == "__main__":
    name, *arguments = sys.argv[1:]
    {"zeromq": zeromq, "grpc": grpc, "websocket": websocket, "json-lines": json_lines}[name](*arguments)
