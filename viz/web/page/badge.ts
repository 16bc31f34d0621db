// Says of every run whether its data.json follows from its raw facts.

import { element } from '../dom/dom.ts';
import type { LoadedRun } from './load.ts';
import type { Recomputed } from './recompute.ts';

export function badge(run: LoadedRun, label: string, result: Recomputed | null): HTMLElement {
  const text = result === null ? 'recomputing …' : badgeText(result);
  const state = result?.state.replaceAll(' ', '-') ?? 'pending';
  return element(
    'li',
    { class: `badge ${state}` },
    element('strong', {}, label),
    ` ${run.name}: ${text}`,
  );
}

function badgeText(result: Recomputed): string {
  switch (result.state) {
    case 'matches':
      return 'matches: every number was recomputed here from its raw samples';
    case 'differs':
      return `differs first at ${result.path}: ${result.message}`;
    case 'unknown kernel':
      return `unknown kernel: no release has its ${result.message}; nothing was recomputed with it`;
    case 'no raw facts':
      return 'not recomputed: only derived numbers were given, no raw facts';
    case 'failed':
      return `cannot be recomputed: ${result.message}`;
  }
}
