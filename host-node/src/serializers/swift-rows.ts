// Where the program of the Swift rows is, and what runs it. It exists in a clone only: host-ios builds it with a toolchain that is no npm package.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { packageRoot } from '../package-root.ts';
import type { RowsStart } from './row-channel.ts';

/** With every library that was to be had, else with Foundation's rows alone. */
const PROGRAMS = [
  'Serializers/Libraries/.build/release/serializer-rows',
  'Serializers/Core/.build/release/serializer-rows-core',
] as const;

const INSTALL =
  'install Swift 6 (swift.org, Xcode, or as root on Debian host-ios/tools/toolchain.sh install), then host-ios/Serializers/tools/build.sh';

/** Builds Core when nothing is built yet; the message of what is thrown begins with `cannot start`, as that of any missing program. */
export function swiftRowsStart(root = packageRoot(), build = buildCore): RowsStart {
  const host = join(root, 'host-ios');
  const toolchain = join(host, 'tools/toolchain.sh');
  if (!existsSync(toolchain))
    throw new Error(
      'cannot start the Swift rows: they are built in a clone of the repository, which this is not',
    );
  const built = (): string | undefined => PROGRAMS.find((path) => existsSync(join(host, path)));
  if (built() === undefined) {
    if (!hasToolchain(toolchain))
      throw new Error(`cannot start the Swift rows: there is no Swift toolchain; ${INSTALL}`);
    build(host);
  }
  const program = built();
  if (program === undefined)
    throw new Error(`cannot start the Swift rows: they are not built; ${INSTALL}`);
  // Through the toolchain: where it is a Debian tree of its own, the program's libraries are only there.
  return { command: [toolchain, 'run', join(host, program)], folder: host };
}

/** `where` says `system` or the folder of a tree, installed or not; it installs nothing. */
function hasToolchain(toolchain: string): boolean {
  const { stdout } = spawnSync(toolchain, ['where'], { encoding: 'utf8' });
  const where = stdout.trim();
  return where === 'system' || existsSync(join(where, '.echometer-installed'));
}

function buildCore(host: string): void {
  spawnSync(join(host, 'Serializers/tools/build.sh'), [], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}
