// The serializer rows on the measuring part of the page: a button, progress, a table, a log to download. It times nothing.
import { button, download, element } from '../page/dom.ts';
import { tableView } from '../page/table-view.ts';
import { MeasureError } from './abilities.ts';
import { measureRows, rowsLog, rowsTable } from './rows.ts';

export function rowsPanel(module: WebAssembly.Module, clockStepNs: number): HTMLElement {
  const status = element('p', { role: 'status' });
  const alert = element('p', { role: 'alert' });
  const result = element('div', {});
  let running: AbortController | null = null;
  const start = button('Measure serializers', () => {
    void begin();
  });
  const stop = button('Cancel serializers', () => running?.abort(), { hidden: true });
  const setRunning = (isRunning: boolean): void => {
    start.toggleAttribute('disabled', isRunning);
    stop.hidden = !isRunning;
  };
  const begin = async (): Promise<void> => {
    running = new AbortController();
    setRunning(true);
    alert.textContent = '';
    try {
      const rows = await measureRows({
        module,
        clockStepNs,
        signal: running.signal,
        progress: (done, total, { id, state }) => {
          status.textContent = `${done} of ${total} rows; ${id}: ${state}`;
        },
      });
      result.replaceChildren(
        tableView(rowsTable(rows), '', 'browser-serializers'),
        button('Download the log (CSV)', () => {
          download('browser-serializers.csv', 'text/csv', rowsLog(rows));
        }),
      );
    } catch (error) {
      status.textContent = '';
      const code = error instanceof MeasureError ? error.code : 'BUG';
      alert.textContent = `${code}: ${error instanceof Error ? error.message : String(error)}`;
    } finally {
      setRunning(false);
      running = null;
    }
  };
  return element('div', { class: 'serializers' }, start, ' ', stop, status, alert, result);
}
