// No folder of a user's machine is stored with results or served to a page.

import { describe, expect, test } from 'vitest';

import { withoutFolders } from '../host-node/src/results/redact.ts';

const HOME = '/home/First Last';

describe('a text from elsewhere', () => {
  test.each([
    [`cannot open ${HOME}/lib/x.so`, 'cannot open .../x.so'],
    [`imported from file://${encodeURI(HOME)}/node_modules/echometer/dist/a.js`, 'a.js'],
    ['File "/usr/lib/python3/x.py", line 1', 'File ".../x.py", line 1'],
    ['ratio a/b of n/m', 'ratio a/b of n/m'],
  ])('%s names no folder', (text, kept) => {
    const shown = withoutFolders(text, [HOME]);
    expect(shown).toContain(kept);
    expect(shown).not.toMatch(/First|Last|home|lib\//);
  });
});
