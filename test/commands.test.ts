// The command framework: each help as a golden file, options read from a command's own table, slips answered with what was meant.

import { readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import fc from 'fast-check';
import { describe, expect, expectTypeOf, it } from 'vitest';

import { anyNumber, optional, required, requiredList } from '../host-node/src/command/argument.ts';
import { findCommand, generalHelp } from '../host-node/src/command/contents.ts';
import type { Entry } from '../host-node/src/command/contents.ts';
import { defineCommand } from '../host-node/src/command/definition.ts';
import type { Command } from '../host-node/src/command/definition.ts';
import { nearest } from '../host-node/src/command/nearest.ts';
import {
  choice,
  each,
  flag,
  list,
  once,
  percent,
  repeatable,
  seconds,
  text,
  whole,
  withDefault,
  withShort,
} from '../host-node/src/command/option.ts';
import { EchometerError } from '../kernel/api/facade/echometer-error.ts';
import { runCli } from './fixtures/cli.ts';
import { expectGolden } from './golden/golden.ts';

const SOURCES = resolve(import.meta.dirname, '../host-node/src');
const files = readdirSync(join(SOURCES, 'commands')).filter((name) => {
  const source = join(SOURCES, 'commands', name);
  return name.endsWith('.ts') && /^export const command\b/m.test(readFileSync(source, 'utf8'));
});

const load = async (name: string): Promise<Command> =>
  ((await import(join(SOURCES, 'commands', name))) as { readonly command: Command }).command;

describe('the help', () => {
  it('of all commands names each command file once', async () => {
    const contents = readFileSync(join(SOURCES, 'cli.ts'), 'utf8');
    const loaded = [...contents.matchAll(/import\('\.\/commands\/([^']+)'\)/g)];
    expect(loaded.map(([, name]) => name).sort()).toEqual([...files].sort());
    const { stdout } = await runCli(['help']);
    expectGolden('help/help.txt', stdout);
  });

  it.each(files)('of commands/%s is as written, on 80 columns', async (name) => {
    const command = await load(name);
    const help = command.help();
    expect(`${command.name.replaceAll(' ', '-')}.ts`).toBe(name);
    expect(help.split('\n').filter((line) => line.length > 80)).toEqual([]);
    expectGolden(`help/${name.replace('.ts', '.txt')}`, help);
  });
});

const sample = defineCommand({
  name: 'sample',
  description: 'For this test.',
  arguments: { base: required('BASE'), rest: anyNumber('MORE') },
  takes: 'BASE and more',
  options: {
    seed: whole('N', 'a seed', { least: 0, most: 9 }),
    trials: withDefault(whole('N', 'how many', { least: 1 }), 5),
    lane: withDefault(choice('NAME', 'a or b', ['a', 'b']), 'a'),
    failOn: choice('worse', 'when it fails', ['worse']),
    timeout: seconds('how long'),
    threshold: percent('how much'),
    only: once(text('LIST', 'which')),
    data: list('LIST', 'what'),
    rows: repeatable(list('LIST', 'files')),
    variant: each('NAME=ARGS', 'a variant'),
    language: withShort('l', text('NAME', 'which language')),
    noIntervals: flag('no intervals'),
    json: flag('as JSON'),
  },
  conflicts: [
    { between: ['seed', 'only'] },
    { between: ['data', 'lane'], when: ({ lane }) => lane === 'b', says: 'b has its own data' },
  ],
  needs: [['timeout', 'threshold']],
  retired: { policy: 'see elsewhere' },
  run: () => ({ stdout: '', exit: 0 }),
});

function refusal(...argv: string[]): string {
  try {
    sample.parse(argv);
  } catch (error) {
    if (error instanceof EchometerError)
      return `${error.code} ${error.subject}: ${error.message}; ${error.next}`;
    throw error;
  }
  return 'accepted';
}

describe('options', () => {
  it('have the types and the defaults of their table', () => {
    const options = sample.parse(['b']);
    expectTypeOf(options.seed).toEqualTypeOf<number | null>();
    expectTypeOf(options.trials).toEqualTypeOf<number>();
    expectTypeOf(options.lane).toEqualTypeOf<'a' | 'b'>();
    expectTypeOf(options.variant).toEqualTypeOf<readonly string[]>();
    expectTypeOf(options.base).toEqualTypeOf<string>();
    expect(options).toEqual({
      ...{ base: 'b', rest: [], seed: null, trials: 5, lane: 'a', failOn: null, timeout: null },
      ...{ threshold: null, only: null, data: [], rows: [], variant: [], language: null },
      ...{ noIntervals: false, json: false },
    });
  });

  it('are read in any order, the last of two counts, lists and repeated ones gather', () => {
    const words = '--seed 1 b --seed=2 c -l js --fail-on worse --threshold 2.5 --timeout 7';
    const lists =
      '--data x,,y --rows a,b --rows c --variant v=1,2 --variant w --no-intervals -- -d';
    expect(sample.parse([...words.split(' '), ...lists.split(' ')])).toMatchObject({
      ...{ base: 'b', rest: ['c', '-d'], seed: 2, language: 'js', failOn: 'worse' },
      ...{ threshold: 2.5, timeout: 7, data: ['x', 'y'], rows: ['a', 'b', 'c'] },
      ...{ variant: ['v=1,2', 'w'], noIntervals: true },
    });
  });

  it.each([
    ['a value out of range', ['b', '--seed', '10'], /^BAD_OPTION --seed: .*from 0 to 9$/],
    ['a choice that is none', ['b', '--lane', 'c'], /^BAD_OPTION --lane: .*choose one of a, b$/],
    ['no per cent', ['b', '--threshold', '0'], /^BAD_OPTION --threshold: .*above 0/],
    ['a slip', ['b', '--treshold', '5'], /^BAD_USAGE --treshold: .*did you mean --threshold\? see/],
    ['a beginning', ['b', '--thres', '5'], /did you mean --threshold\?/],
    ['nothing like it', ['b', '--xylophone'], /^BAD_USAGE --xylophone: .*; see echometer sample/],
    ['an option of old', ['b', '--policy', 'x'], /^BAD_USAGE --policy: .*any more: see elsewhere/],
    ['no value', ['b', '--seed'], /^BAD_USAGE --seed: --seed needs a value: --seed N/],
    [
      'an option as a value',
      ['b', '--only', '--json'],
      /looks like an option; write --only=--json/,
    ],
    ['an empty value', ['b', '--only='], /^BAD_OPTION --only: --only has an empty argument/],
    ['an empty word', [''], /^BAD_OPTION sample: sample has an empty argument/],
    ['a flag with a value', ['b', '--json=1'], /^BAD_USAGE --json: --json takes no value/],
    ['a list in two parts', ['b', '--data', 'x', '--data', 'y'], /^BAD_USAGE --data: .*one list/],
    [
      'a text that is one list',
      ['b', '--only', 'x', '--only', 'y'],
      /^BAD_USAGE --only: .*one list/,
    ],
    [
      'what excludes each other',
      ['b', '--only', 'x', '--seed', '1'],
      /^BAD_USAGE --only: --seed and --only exclude/,
    ],
    [
      'it with a value',
      ['b', '--data', 'x', '--lane', 'b'],
      /^BAD_USAGE --lane: b has its own data/,
    ],
    [
      'one that means nothing alone',
      ['b', '--timeout', '7'],
      /^BAD_USAGE --timeout: --timeout goes with --threshold/,
    ],
    ['too few words', [], /^BAD_USAGE : sample takes BASE and more; see echometer sample --help/],
  ])('%s is refused, with what to do', (_what, argv, says) => {
    expect(refusal(...argv)).toMatch(says);
  });

  it('that exclude each other only with a value are taken without it', () => {
    expect(refusal('b', '--data', 'x', '--lane', 'a')).toBe('accepted');
  });

  it('any number in range comes back as it was given', () => {
    fc.assert(
      fc.property(fc.nat(9), fc.integer({ min: 1 }), (seed, trials) => {
        const argv = ['b', '--seed', String(seed), `--trials=${trials}`];
        expect(sample.parse(argv)).toMatchObject({ seed, trials });
      }),
    );
  });

  it('any words end as options or as an error with a code', () => {
    const word = fc.oneof(
      fc.string(),
      fc.constantFrom('--seed', '--json', '-l', '--', '-', '--data=x'),
    );
    fc.assert(
      fc.property(fc.array(word), (argv) => {
        expect(refusal(...argv)).toMatch(/^(accepted$|BAD_)/);
      }),
    );
  });
});

describe('arguments', () => {
  const two = defineCommand({
    ...{
      name: 'two',
      description: '',
      takes: 'A and B',
      options: {},
      run: () => ({ stdout: '', exit: 0 }),
    },
    arguments: { a: requiredList('A'), b: optional('B') },
  });
  it('are assigned from the left', () => {
    expect(two.parse(['x,y'])).toEqual({ a: ['x', 'y'], b: null });
    expect(two.parse(['x', 'z'])).toEqual({ a: ['x'], b: 'z' });
    expect(() => two.parse(['x', 'y', 'z'])).toThrow('two takes A and B');
  });
});

describe('a command', () => {
  const entry = (name: string): Entry => ({
    ...{ name, takes: '', summary: 'what it does' },
    load: () => Promise.resolve({ command: sample }),
  });
  const commands = ['run', 'run serializers', 'verify'].map(entry);

  it('of two words is found before the one of its first word', () => {
    expect(findCommand(commands, ['run', 'serializers', '--json'])).toMatchObject({
      entry: { name: 'run serializers' },
      argv: ['--json'],
    });
    expect(findCommand(commands, ['run', 'all'])).toMatchObject({ argv: ['all'] });
  });

  it('that is mistyped is answered with the one that was meant', () => {
    const next = (word: string): string => {
      try {
        findCommand(commands, [word]);
      } catch (error) {
        if (error instanceof EchometerError) return `${error.code}: ${error.next}`;
      }
      return '';
    };
    expect(next('verfiy')).toMatch(/^UNKNOWN_COMMAND: did you mean verify\?/);
    expect(next('teleport')).toBe('UNKNOWN_COMMAND: there are run and verify');
  });

  it('stands in the general help with what it is for', () => {
    expect(generalHelp(commands)).toContain('  run serializers   what it does\n');
  });
});

describe('what was meant', () => {
  it.each([
    ['sed', 'seed'],
    ['see', 'seed'],
    ['esed', 'seed'],
    ['jsno', 'json'],
    ['x', null],
    ['', null],
    ['speed', 'seed'],
    ['worker-pool', null],
  ])('by %s is %s', (word, meant) => {
    expect(nearest(word, ['json', 'seed', 'worker'])).toBe(meant);
  });
});
