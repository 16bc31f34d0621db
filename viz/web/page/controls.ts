// The page's choices as form controls. Tells the page what was chosen; keeps nothing itself.

import { PERCENTILES } from '../../input/view-options.ts';
import { element } from '../dom/dom.ts';
import { comparedWith, THEMES, TIME_UNITS, type PageState } from './state.ts';

type Change = (part: Partial<PageState>) => void;

export function controls(
  state: PageState,
  labels: readonly string[],
  onChange: Change,
): HTMLElement {
  const percentiles = ['all', ...PERCENTILES] as const;
  const units = TIME_UNITS.map(({ name }) => name);
  return element(
    'form',
    { id: 'controls', 'aria-label': 'How to show it' },
    choice('Percentile', percentiles, state.percentile, (percentile) => {
      onChange({ percentile });
    }),
    choice('Time unit', units, state.unit, (unit) => {
      onChange({ unit });
    }),
    choice('Latency axis', ['log', 'linear'] as const, state.scale, (scale) => {
      onChange({ scale });
    }),
    choice('Baseline', labels, labels[state.baseline] ?? '', (label) => {
      onChange({ baseline: labels.indexOf(label) });
    }),
    ...(labels.length < 2 ? [] : [compareChoice(state, labels, onChange)]),
    choice('Theme', THEMES, state.theme, (theme) => {
      onChange({ theme });
    }),
    filterField(state.filter, onChange),
  );
}

function choice<T extends string>(
  label: string,
  options: readonly T[],
  chosen: T,
  onChoose: (option: T) => void,
): HTMLElement {
  const select = element(
    'select',
    {},
    ...options.map((option) =>
      element('option', { value: option, selected: option === chosen }, option),
    ),
  );
  select.addEventListener('change', () => {
    const option = options[select.selectedIndex];
    if (option !== undefined) onChoose(option);
  });
  return element('label', {}, `${label} `, select);
}

const NOBODY = 'nothing';

function compareChoice(state: PageState, labels: readonly string[], onChange: Change): HTMLElement {
  const chosen = comparedWith(state, labels.length);
  const label = chosen === null ? NOBODY : (labels[chosen] ?? NOBODY);
  return choice('Compare it with', [...labels, NOBODY], label, (option) => {
    onChange({ compare: labels.indexOf(option) });
  });
}

function filterField(filter: string, onChange: Change): HTMLElement {
  const input = element('input', { type: 'search', value: filter, id: 'filter' });
  input.addEventListener('input', () => {
    onChange({ filter: input.value });
  });
  return element('label', {}, 'Rows with ', input);
}
