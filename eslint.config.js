// Lint rules, and the import arrows of docs/architecture.md as far as a linter can see them (test/layers.test.ts has the rest).
import js from '@eslint/js';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

const forbid = (files, patterns, message) => ({
  files,
  rules: { 'no-restricted-imports': ['error', { patterns: [{ group: patterns, message }] }] },
});

/** A path as a URL spells it is no path: a space is %20 there, an ü %C3%BC. */
const NO_PATHNAME = {
  selector:
    'MemberExpression[property.name="pathname"] > NewExpression[callee.name="URL"][arguments.1.object.type="MetaProperty"]',
  message: 'Use fileURLToPath(new URL(..., import.meta.url)): a folder may have a space or an ü.',
};

const ASSEMBLY = ['kernel/assembly/**/*.ts', 'kernel/entries/**/*.ts'];

const LIMITS = {
  'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
  'max-lines-per-function': ['error', { max: 45, skipBlankLines: true, skipComments: true }],
  'max-depth': ['error', 3],
};

export default defineConfig(
  globalIgnores([
    'node_modules',
    'dist',
    'build',
    'results',
    'coverage',
    'host-ios',
    'viz/rows/generated',
    'test/bench',
    'examples',
    '**/*.d.ts',
  ]),
  js.configs.recommended,
  {
    // AssemblyScript: the parser reads it, its types are not TypeScript's. `==` compares values there, and a cast is a call.
    files: ASSEMBLY,
    extends: [tseslint.configs.recommended, tseslint.configs.disableTypeChecked],
    rules: {
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      'prefer-const': 'error',
      'no-undef': 'off',
      // Integers have 64 bits.
      'no-loss-of-precision': 'off',
      'no-useless-assignment': 'off',
      ...LIMITS,
    },
  },
  {
    files: ['**/*.ts'],
    ignores: ASSEMBLY,
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: {
      parserOptions: {
        project: [
          './kernel/api/tsconfig.json',
          './kernel/package/tsconfig.json',
          // A file is linted in the first project that holds it; the host's has no DOM, which viz draws with.
          './viz/rows/tsconfig.json',
          './viz/tsconfig.json',
          './host-node/tsconfig.json',
          './test/tsconfig.json',
        ],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      // Numbers in messages are the rule here, not the exception.
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }],
      ...LIMITS,
      'no-console': 'error',
      'no-restricted-globals': ['error', 'Intl'],
    },
  },
  {
    files: ['test/**/*.ts'],
    rules: { 'max-lines-per-function': 'off' },
  },
  {
    files: ['**/*.{ts,js,mjs}'],
    rules: { 'no-restricted-syntax': ['error', NO_PATHNAME] },
  },
  {
    files: ['*.config.ts'],
    extends: [tseslint.configs.disableTypeChecked],
  },
  {
    files: ['**/*.{js,mjs}'],
    languageOptions: {
      globals: {
        console: 'readonly',
        process: 'readonly',
        URL: 'readonly',
        WebAssembly: 'readonly',
        Buffer: 'readonly',
      },
    },
  },
  forbid(
    ['kernel/api/**/*.ts'],
    ['node:*', '**/host-node/**', '**/viz/**', '**/test/**'],
    'kernel/api is runtime-neutral and at the bottom: it imports nothing but itself.',
  ),
  forbid(
    ['kernel/package/**/*.ts'],
    ['node:*', '**/host-node/**', '**/viz/**', '**/test/**'],
    'echometer-kernel runs everywhere: kernel/api and the kernel inside, nothing else.',
  ),
  forbid(
    ['viz/**/*.ts'],
    ['**/host-node/**', '**/test/**'],
    'viz knows kernel/api only; hosts call viz.',
  ),
  forbid(['host-node/**/*.ts'], ['**/test/**'], 'Nothing imports test.'),
);
