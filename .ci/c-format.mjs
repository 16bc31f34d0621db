// Checks the layout of every C file under version control; `--fix` mends it. It judges layout only.
import { execFileSync } from 'node:child_process';

const files = execFileSync('git', ['ls-files', '*.c', '*.h'], { encoding: 'utf8' })
  .trim()
  .split('\n');
const mode = process.argv[2] === '--fix' ? ['-i'] : ['--dry-run', '-Werror'];
execFileSync('npx', ['--no-install', 'clang-format', ...mode, ...files], { stdio: 'inherit' });
