// The workers of one trial's interpreters, started and ended by the page because its host wishes it. No message of theirs
// comes by here.
import type { InterpreterAssets, InterpreterSetup, ThreadNews, ThreadWish } from './messages.ts';
import { workerFault } from './worker-fault.ts';

export class PageThreads {
  readonly #assets: InterpreterAssets;
  readonly #tell: (news: ThreadNews) => void;
  readonly #workers = new Map<number, Worker>();

  constructor(assets: InterpreterAssets, tell: (news: ThreadNews) => void) {
    this.#assets = assets;
    this.#tell = tell;
  }

  take(wish: ThreadWish): void {
    if (wish.kind === 'start') this.#start(wish.thread, wish.port);
    else this.#workers.get(wish.thread)?.terminate();
  }

  end(): void {
    for (const worker of this.#workers.values()) worker.terminate();
  }

  #start(thread: number, port: MessagePort): void {
    const worker = new Worker(new URL('measure/interpreter.js', location.href), { type: 'module' });
    this.#workers.set(thread, worker);
    worker.onerror = (event) => {
      this.#tell({ kind: 'broke', thread, reason: workerFault(event, 'its script') });
    };
    const setup: InterpreterSetup = { assets: this.#assets, port };
    worker.postMessage(setup, [port]);
  }
}
