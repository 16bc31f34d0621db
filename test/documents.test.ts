// Documents that name files: each file is there, each exported name that a recipe speaks of is in it. The glossary's words are used.

import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { filesIn, ROOT } from './fixtures/imports.ts';

const textOf = (name: string): string => readFileSync(join(ROOT, name), 'utf8');

/** Quoted paths from the root: `kernel/api/run/cases.ts`, `viz/figures`. Made files and places (`build/`, `results/`) are not among them. */
const PATH = /`((?:kernel|host-node|host-ios|viz|python|test|docs)\/[\w./-]+)`/g;

function deadPaths(document: string): string[] {
  const named = [...document.matchAll(PATH)].map(([, path]) => path ?? '');
  return named.filter((path) => !existsSync(join(ROOT, path)) && !/[A-Z]{4,}/.test(path));
}

describe('documents', () => {
  it.each(['CONTRIBUTING.md', 'docs/architecture.md'])('%s names files that are there', (name) => {
    const text = textOf(name);
    expect([...text.matchAll(PATH)].length).toBeGreaterThan(20);
    expect(deadPaths(text)).toEqual([]);
  });

  it('a file that is gone is found', () => {
    expect(deadPaths('`kernel/api/open.ts` and `kernel/api/gone.ts` and `viz/figures`')).toEqual([
      'kernel/api/gone.ts',
    ]);
  });

  it('the recipes of CONTRIBUTING.md are there', () => {
    const recipes = [...textOf('CONTRIBUTING.md').matchAll(/^## Add an? (.*)$/gm)].map(
      ([, what]) => what,
    );
    const due = ['vector', 'figure', 'statistic', 'suite', 'lane', 'row', 'format', 'command'];
    expect(due.filter((what) => !recipes.includes(what))).toEqual([]);
  });

  it('the map of docs/architecture.md has every room', () => {
    const map = textOf('docs/architecture.md');
    const rooms = ['kernel/assembly', 'kernel/api', 'host-node/src', 'viz'].flatMap((folder) =>
      readdirSync(join(ROOT, folder), { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => name),
    );
    expect(rooms.length).toBeGreaterThan(30);
    expect(rooms.filter((room) => !new RegExp(`\\b${room}/`).test(map))).toEqual([]);
  });
});

describe('the glossary', () => {
  const words = [...textOf('docs/glossary.md').matchAll(/^\| ([\w/ -]+?) +\| /gm)]
    .map(([, word]) => word ?? '')
    .filter((word) => word !== 'word' && !word.startsWith('-'));

  it('is in the order of the alphabet, each word once', () => {
    expect(words.length).toBeGreaterThan(45);
    expect(words).toEqual(
      [...new Set(words)].sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)),
    );
  });

  it('has words that the sources use', () => {
    const files = ['kernel/api', 'kernel/assembly', 'viz', 'host-node/src'].flatMap((folder) =>
      filesIn(folder, '.ts'),
    );
    const sources = files.map(textOf).join('\n').toLowerCase();
    const unused = words.filter((word) => !sources.includes(word.toLowerCase()));
    expect(unused).toEqual([]);
  });
});
