// The measurements of a page as buttons: begin, cancel, what goes on, what went wrong. One at a time, because two would
// measure each other. It measures nothing itself.
import { button, element } from '../dom/dom.ts';
import { MeasureError } from './abilities.ts';

export interface Task {
  readonly beginLabel: string;
  readonly cancelLabel: string;
  /** Rejects with CANCELLED when the signal aborts. */
  readonly run: (signal: AbortSignal, status: HTMLElement) => Promise<void>;
  readonly changed: (isRunning: boolean) => void;
}

export interface TaskControls {
  readonly begin: HTMLElement;
  readonly cancel: HTMLElement;
  readonly status: HTMLElement;
  readonly alert: HTMLElement;
}

export class Tasks {
  readonly #begins: HTMLElement[] = [];
  #running: AbortController | null = null;

  constructor() {
    // A page that is left may be frozen and shown again; a trial that slept in between is none.
    addEventListener('pagehide', () => this.#running?.abort());
    addEventListener('beforeunload', (event) => {
      if (this.#running !== null) event.preventDefault();
    });
  }

  add(task: Task): TaskControls {
    const begin = button(task.beginLabel, () => {
      void this.#run(task, controls);
    });
    const cancel = button(task.cancelLabel, () => this.#running?.abort(), { hidden: true });
    const status = element('p', { role: 'status' });
    const alert = element('p', { role: 'alert' });
    const controls = { begin, cancel, status, alert };
    this.#begins.push(begin);
    return controls;
  }

  async #run(task: Task, { cancel, status, alert }: TaskControls): Promise<void> {
    this.#running = new AbortController();
    for (const begin of this.#begins) begin.toggleAttribute('disabled', true);
    cancel.hidden = false;
    alert.textContent = '';
    task.changed(true);
    try {
      await task.run(this.#running.signal, status);
    } catch (error) {
      status.textContent = '';
      alert.textContent = explain(error);
    } finally {
      this.#running = null;
      for (const begin of this.#begins) begin.toggleAttribute('disabled', false);
      cancel.hidden = true;
      task.changed(false);
    }
  }
}

export const explain = (error: unknown): string =>
  error instanceof MeasureError
    ? `${error.code}: ${error.message} ${error.next}`
    : `BUG: ${error instanceof Error ? error.message : String(error)}`;
