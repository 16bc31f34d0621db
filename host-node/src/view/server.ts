// The viewer's server: the static site, the list of runs and their files, on loopback only. It knows names that it has
// listed itself and opens no other path.

import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';

import { isFactName } from '../../../kernel/api/collection/source-names.ts';
import { EchometerError } from '../../../kernel/api/facade/echometer-error.ts';
import { reasonOf, systemCode } from '../errors.ts';
import { withoutFolders } from '../results/redact.ts';
import type { SourceOnDisk } from '../results/source.ts';

export interface ViewServer {
  readonly url: string;
  close(): Promise<void>;
}

/** The built site: its page, and every other file by its path, read when it is asked for. */
export interface Site {
  readonly page: Uint8Array;
  readonly names: readonly string[];
  readonly read: (name: string) => Uint8Array;
}

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: Uint8Array;
  readonly policy?: string;
}

const HOST = '127.0.0.1';

/** Isolated, so that a page may use shared memory and precise clocks. */
const HEADERS = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
} as const;

const TYPES: Readonly<Record<string, string>> = {
  json: 'application/json; charset=utf-8',
  wasm: 'application/wasm',
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
};

/** A document's links and styles, and a worker's imports, Wasm, fetches and workers: all from this server. */
const SITE_POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; connect-src 'self'; worker-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Three libraries of the serializer rows write their codecs as text and compile it. */
const ROWS_WORKER = 'measure/rows-worker.js';
const ROWS_POLICY = SITE_POLICY.replace("'wasm-unsafe-eval'", "'unsafe-eval'");
const BYTES = 'application/octet-stream';

export async function serveViewer(site: Site, runs: readonly SourceOnDisk[]): Promise<ViewServer> {
  const files = servedFiles(site, runs);
  const policy = policyOf(site.page);
  const server = createServer((request, response) => {
    respond(request, response, (path) => files.get(path)?.(), policy, portOf(server));
  });
  await listen(server);
  return {
    url: `http://${HOST}:${portOf(server)}/`,
    close: () =>
      new Promise((done) => {
        server.close(() => {
          done();
        });
        server.closeAllConnections();
      }),
  };
}

/** Every path that exists, with what stands there: nothing else can be asked for, however it is written. */
function servedFiles(
  { page, names: siteNames, read }: Site,
  runs: readonly SourceOnDisk[],
): ReadonlyMap<string, () => Answer> {
  const names = distinctNames(runs);
  const paths = runs.flatMap((run, index) =>
    run.source.names
      .filter(isFactName)
      .map((file) => ({ run, file, path: `${names[index] ?? ''}/${file}` })),
  );
  const list = new TextEncoder().encode(JSON.stringify(paths.map(({ path }) => path)));
  const html = (): Answer => ({ status: 200, type: 'text/html; charset=utf-8', body: page });
  return new Map<string, () => Answer>([
    ['/', html],
    ['/index.html', html],
    ['/runs.json', () => ({ status: 200, type: TYPES['json'] ?? BYTES, body: list })],
    ...siteNames.map((name): [string, () => Answer] => [
      `/${name}`,
      () => ({ status: 200, type: typeOf(name), body: read(name), policy: sitePolicy(name) }),
    ]),
    ...paths.map(({ run, file, path }): [string, () => Answer] => [
      `/runs/${path}`,
      () => ({ status: 200, type: typeOf(file), body: run.source.bytes(file) }),
    ]),
  ]);
}

const sitePolicy = (name: string): string => (name === ROWS_WORKER ? ROWS_POLICY : SITE_POLICY);

/** Two folders of one name are told apart by a number. */
function distinctNames(runs: readonly SourceOnDisk[]): string[] {
  const seen = new Map<string, number>();
  return runs.map(({ name }) => {
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return count === 1 ? name : `${name} (${count})`;
  });
}

const typeOf = (file: string): string => TYPES[file.split('.').at(-1) ?? ''] ?? BYTES;

/** The page's own policy as a header: what its `meta` element cannot say is added. */
function policyOf(page: Uint8Array): string {
  const text = new TextDecoder().decode(page);
  const own = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(text)?.[1];
  return `${own ?? "default-src 'none'"}; frame-ancestors 'none'`;
}

function respond(
  request: IncomingMessage,
  response: ServerResponse,
  find: (path: string) => Answer | undefined,
  policy: string,
  port: number,
): void {
  const { status, type, body, policy: own } = answerTo(request, find, port);
  response.writeHead(status, {
    ...HEADERS,
    'Content-Security-Policy': own ?? policy,
    'Content-Type': type,
    'Content-Length': body.length,
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}

function answerTo(
  { method, headers, url = '' }: IncomingMessage,
  find: (path: string) => Answer | undefined,
  port: number,
): Answer {
  if (method !== 'GET' && method !== 'HEAD') return plain(405, 'only GET');
  // A foreign name that resolves to loopback (DNS rebinding) is not this server.
  if (headers.host !== `${HOST}:${port}` && headers.host !== `localhost:${port}`)
    return plain(403, 'not this host');
  const path = decoded(url.split(/[?#]/, 1)[0] ?? '');
  if (path === null) return plain(400, 'no path');
  try {
    return find(path) ?? plain(404, 'no such file');
  } catch (error) {
    return plain(500, withoutFolders(reasonOf(error)));
  }
}

function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}

const plain = (status: number, text: string): Answer => ({
  status,
  type: 'text/plain; charset=utf-8',
  body: new TextEncoder().encode(`${text}\n`),
});

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

function listen(server: Server): Promise<void> {
  return new Promise((done, fail) => {
    server.once('error', (error) => {
      fail(
        new EchometerError(
          {
            code: 'CANNOT_LISTEN',
            subject: HOST,
            what: `cannot listen on ${HOST} (${systemCode(error) ?? 'unknown'})`,
            next: 'open dist/page/index.html from disk instead',
            outcome: 'missing',
          },
          { cause: error },
        ),
      );
    });
    // Port 0: the system picks a free one.
    server.listen(0, HOST, done);
  });
}
