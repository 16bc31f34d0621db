#!/usr/bin/env node
// The commands: name, arguments, what each is for, and the file that defines it.

import type { Entry } from './command/contents.ts';
import { main } from './main.ts';

const COMMANDS: readonly Entry[] = [
  {
    name: 'run',
    takes: '[WHAT]',
    summary: "duplex, serializers or all: measure, write a run's folder, print the tables",
    load: () => import('./commands/run.ts'),
  },
  {
    name: 'run serializers',
    takes: '',
    summary: 'the serializers only, with options of their own',
    load: () => import('./commands/run-serializers.ts'),
  },
  {
    name: 'rerun',
    takes: 'RUN',
    summary: 'the same plan again: cases, seed, order, lanes and workers of a run',
    load: () => import('./commands/rerun.ts'),
  },
  {
    name: 'report',
    takes: 'SOURCE...',
    summary: 'report.html, .md, .pdf and figures of runs, side by side',
    load: () => import('./commands/report.ts'),
  },
  {
    name: 'compare',
    takes: 'BASE [NEW]',
    summary: 'two runs, logs or lists of them: better, worse, same or unsure',
    load: () => import('./commands/compare.ts'),
  },
  {
    name: 'history',
    takes: 'SOURCE...',
    summary: 'cases over many results: where a level changes, and a gate on it',
    load: () => import('./commands/history.ts'),
  },
  {
    name: 'calibrate',
    takes: '[RUN...]',
    summary: 'how much runs of this machine differ by themselves',
    load: () => import('./commands/calibrate.ts'),
  },
  {
    name: 'init',
    takes: '',
    summary: 'a file of options for this folder, and what each means',
    load: () => import('./commands/init.ts'),
  },
  {
    name: 'list',
    takes: '[WHAT]',
    summary: 'suites, cases, rows, lanes, profiles and data types by name',
    load: () => import('./commands/list.ts'),
  },
  {
    name: 'check-worker',
    takes: 'CMD',
    summary: 'a worker of your own against the protocol; broken rules by name',
    load: () => import('./commands/check-worker.ts'),
  },
  {
    name: 'check-rows',
    takes: 'FILE...',
    summary: 'rows of your own against the rules that a run needs',
    load: () => import('./commands/check-rows.ts'),
  },
  {
    name: 'analyze',
    takes: '[SOURCE...]',
    summary: "tables and statistics of logs, runs and other tools' files",
    load: () => import('./commands/analyze.ts'),
  },
  {
    name: 'stats',
    takes: 'FILE|-',
    summary: "summary of a column of numbers, or of another tool's cases",
    load: () => import('./commands/stats.ts'),
  },
  {
    name: 'export',
    takes: 'SOURCE...',
    summary: 'what any source says, as JSON, CSV or Parquet',
    load: () => import('./commands/export.ts'),
  },
  {
    name: 'pack',
    takes: 'RUN',
    summary: "a run's folder as one .echometer file",
    load: () => import('./commands/pack.ts'),
  },
  {
    name: 'sql',
    takes: 'clickhouse',
    summary: "the kernel's statistics as functions of a ClickHouse server",
    load: () => import('./commands/sql.ts'),
  },
  {
    name: 'view',
    takes: '[RUN...]',
    summary: 'the page that shows and recomputes runs, in the browser',
    load: () => import('./commands/view.ts'),
  },
  {
    name: 'verify',
    takes: '[RUN]',
    summary: "this device's kernel against its vectors; with RUN: recompute its numbers",
    load: () => import('./commands/verify.ts'),
  },
  {
    name: 'doctor',
    takes: '',
    summary: 'what this machine has and lacks, and what to do about it',
    load: () => import('./commands/doctor.ts'),
  },
];

await main(COMMANDS, process.argv.slice(2));
