// One part of a report as plain data: what HTML, PDF, Markdown and the page print.

import type { FigureDefinition, Table } from '../definition.ts';

export interface Section {
  readonly id: string;
  readonly title: string;
  readonly paragraphs: readonly string[];
  readonly figure: FigureDefinition | null;
  /** Beside a figure its own table is printed too. */
  readonly table: Table | null;
  /** One of many alike: the list of contents leaves it out. */
  readonly isMinor?: boolean;
}
