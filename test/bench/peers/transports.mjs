// One function a peer: opens the transport, starts the load on it, returns how to close it. Each is what its users write.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const script = fileURLToPath(new URL('echo.py', import.meta.url));

function python(command, ...args) {
  const child = spawn(command, [script, ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.on('exit', (code) => {
    if (code) throw new Error(`${args[0]}: the Python side exited with ${code}`);
  });
  return child;
}

async function zeromq(load, { pythonPath }) {
  const { Pair } = require('zeromq');
  const folder = mkdtempSync(join(tmpdir(), 'em-'));
  const socket = new Pair({ sendHighWaterMark: 0, receiveHighWaterMark: 0 });
  const endpoint = `ipc://${folder}/z`;
  await socket.bind(endpoint);
  const child = python(pythonPath, 'zeromq', endpoint);
  let tail = Promise.resolve();
  load.start((payload) => (tail = tail.then(() => socket.send(payload))));
  (async () => {
    for await (const [message] of socket) load.echo(message);
  })();
  return () => {
    child.kill();
    socket.close();
    rmSync(folder, { recursive: true });
  };
}

async function grpc(load, { pythonPath }) {
  const library = require('@grpc/grpc-js');
  const child = python(pythonPath, 'grpc');
  const [line] = await once(child.stdout, 'data');
  const client = new library.Client(
    `127.0.0.1:${String(line).trim()}`,
    library.credentials.createInsecure(),
    {
      'grpc.enable_http_proxy': 0,
      'grpc.max_receive_message_length': -1,
      'grpc.max_send_message_length': -1,
    },
  );
  const same = (bytes) => bytes;
  const stream = client.makeBidiStreamRequest('/Echo/Stream', same, same);
  stream.on('error', () => {}); // the cancel at the end
  stream.on('data', (bytes) => load.echo(bytes));
  load.start((payload) => stream.write(payload));
  return () => {
    stream.cancel();
    client.close();
    child.kill();
  };
}

async function websocket(load, { pythonPath }) {
  const { WebSocketServer } = require('ws');
  const server = new WebSocketServer({
    host: '127.0.0.1',
    port: 0,
    perMessageDeflate: false,
    maxPayload: 1 << 30,
  });
  await once(server, 'listening');
  const child = python(pythonPath, 'websocket', `ws://127.0.0.1:${server.address().port}`);
  server.on('connection', (socket) => {
    socket.on('message', (bytes) => load.echo(bytes));
    load.start((payload) => socket.send(payload, { binary: true }));
  });
  return () => {
    child.kill();
    server.close();
  };
}

async function jsonLines(load, { pythonPath }) {
  const child = python(pythonPath, 'json-lines');
  let parts = [];
  child.stdout.on('data', (chunk) => {
    let from = 0;
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
      parts.push(chunk.subarray(from, at));
      const line = Buffer.concat(parts);
      parts = [];
      from = at + 1;
      load.echo(Buffer.from(JSON.parse(line).data, 'base64'));
    }
    if (from < chunk.length) parts.push(chunk.subarray(from));
  });
  let sequence = 0;
  load.start((payload) =>
    child.stdin.write(
      `${JSON.stringify({ sequence: sequence++, data: payload.toString('base64') })}\n`,
    ),
  );
  return () => child.kill();
}

async function nodeCallsPython(load) {
  const { interpreter } = require('node-calls-python');
  const module = interpreter.importSync(
    fileURLToPath(new URL('echo_function.py', import.meta.url)),
  );
  // In process and synchronous: one frame in flight, the event loop is blocked meanwhile.
  const turn = () => {
    let next = null;
    load.start((payload) => (next = payload));
    while (next) {
      const payload = next;
      next = null;
      load.echo(Buffer.from(interpreter.callSync(module, 'echo', payload)));
    }
  };
  setImmediate(turn);
  return () => {};
}

async function pyodide(load) {
  const { loadPyodide } = await import('pyodide');
  const python = await loadPyodide();
  python.runPython('def echo(payload):\n    return bytes(payload.to_py())');
  const echo = python.globals.get('echo');
  const turn = () => {
    let next = null;
    load.start((payload) => (next = payload));
    while (next) {
      const payload = next;
      next = null;
      const proxy = echo(new Uint8Array(payload));
      const view = proxy.getBuffer();
      load.echo(Buffer.from(view.data));
      view.release();
      proxy.destroy();
    }
  };
  setImmediate(turn);
  return () => {};
}

export const transports = {
  zeromq,
  grpc,
  websocket,
  'json-lines': jsonLines,
  'node-calls-python': nodeCallsPython,
  pyodide,
};
