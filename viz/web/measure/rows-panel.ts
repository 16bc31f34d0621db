// The serializer rows on the measuring part of the page: a button, progress, a table, a log to download. It times nothing.
import { button, download, element } from '../dom/dom.ts';
import { tableView } from '../dom/table-view.ts';
import { measureRows, rowsLog, rowsTable } from './rows.ts';
import type { Tasks } from './tasks.ts';

export function rowsPanel(
  module: WebAssembly.Module,
  clockStepNs: number,
  tasks: Tasks,
): HTMLElement {
  const result = element('div', {});
  const { begin, cancel, status, alert } = tasks.add({
    beginLabel: 'Measure serializers',
    cancelLabel: 'Cancel serializers',
    changed: () => undefined,
    run: async (signal, status) => {
      const rows = await measureRows({
        ...{ module, clockStepNs, signal },
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
    },
  });
  return element('div', { class: 'serializers' }, begin, ' ', cancel, status, alert, result);
}
