// Raw measurements of sightglass, JSON or CSV: a row for each event of each phase of each iteration of each process. Processes
// come in shuffled order, so rows of one case lie apart.
import type { Draft } from './draft.ts';
import { FormatError, type Place } from './format-error.ts';
import { csvReader } from './csv-reader.ts';
import type { Format } from './format.ts';
import { jsonReader } from './json-reader.ts';
import { level } from './levels.ts';

export const sightglass: Format = {
  id: 'sightglass',
  tool: 'sightglass',
  made: 'sightglass-cli benchmark --raw --output-format json --output-file FILE …',
  about: {
    levels: 'process > iteration',
    unit: "the event's: cycles, ns, instructions",
    better: 'lower',
    losses: ['MACHINE_UNKNOWN'],
  },
  recognizes: ({ has, lines }) =>
    has('[].wasm', '[].phase', '[].event', '[].count') ||
    /^arch,engine,(?:engine_flags,)?wasm,process,iteration,phase,event,count\r*$/.test(
      lines[0] ?? '',
    ),
  open: (context) => {
    const cases = new Map<string, Case>();
    const finish = (): void => {
      for (const each of cases.values()) addCase(each, context.draft);
    };
    const json = jsonReader(context, {
      rows: [],
      onRow: (row) => {
        const text = (key: string): string => row.get(key)?.label() ?? '';
        addRow(text, row.need('count').number(), row.place, cases);
      },
      onDocument: finish,
    });
    const csv = csvReader(context, {
      onRow: (fields, place) => {
        addRow((key) => fields(key) ?? '', Number(fields('count')), place, cases);
      },
      onEnd: finish,
    });
    let reader: typeof json | null = null;
    return {
      push: (chunk) => {
        if (chunk.length === 0) return;
        reader ??= chunk[0] === 0x61 ? csv : json;
        reader.push(chunk);
      },
      end: () => reader?.end(),
    };
  },
};

interface Case {
  readonly key: Readonly<Record<'wasm' | 'engine' | 'flags' | 'phase' | 'event' | 'arch', string>>;
  readonly place: Place;
  readonly values: number[];
  readonly processes: number[];
}

function addRow(
  text: (key: string) => string,
  count: number,
  place: Place,
  cases: Map<string, Case>,
): void {
  const process = Number(text('process'));
  if (!Number.isFinite(count) || !Number.isSafeInteger(process) || text('event') === '')
    throw new FormatError(
      'BAD_VALUE',
      place.file ?? '',
      place.line ?? 0,
      'the row has no count, process or event',
    );
  const key = {
    wasm: text('wasm'),
    engine: text('engine'),
    flags: text('engine_flags'),
    phase: text('phase'),
    event: text('event'),
    arch: text('arch'),
  };
  const id = JSON.stringify(key);
  const known = cases.get(id) ?? { key, place, values: [], processes: [] };
  cases.set(id, known);
  known.values.push(count);
  known.processes.push(process);
}

const UNITS: Readonly<Record<string, string>> = { nanoseconds: 'ns', cycles: 'cycles' };

function addCase({ key, place, values, processes }: Case, draft: Draft): void {
  const { wasm, event, ...params } = key;
  const ids = new Map([...new Set(processes)].map((id, index) => [id, index]));
  const unitOf = Uint32Array.from(processes, (id) => ids.get(id) ?? 0);
  draft.samples(
    { name: wasm, params, metric: event, unit: UNITS[event] ?? event, better: 'lower', place },
    Float64Array.from(values),
    {
      levels: [{ ...level('process', 'process'), unitOf }, level('iteration', 'iteration')],
      order: 'time',
    },
  );
}
