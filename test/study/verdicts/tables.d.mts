// Types of tables.mjs for its test.
import type { ShapeRow } from './study.mjs';

export function shapesTable(
  rows: readonly ShapeRow[],
  unit: string,
  effects: readonly number[],
): string;
export function withSection(text: string, name: string, section: string): string;
