// Judges what an engine answered and lays the rows out as a table. Runs no engine itself and prints nothing.

const firstLine = (error) => String(error.message).split('\n')[0];

/** Why an answer is not the kernel's, or '' when it is. */
function faultOf(got, signature, part) {
  if (got.signature !== signature) return 'signature differs';
  if (got.cases !== undefined) return got.wrong === null ? '' : `differs: ${got.wrong}`;
  if (got.done === undefined || got.done === part.lines) return '';
  return got.wrong === undefined
    ? `stopped early, after ${got.done} of ${part.lines} lines`
    : `differs: ${got.wrong}`;
}

/** An engine that repeats no transcript counts its own cases. */
function vectorsOf(got, part, whole) {
  if (got.cases !== undefined) return `${got.cases} of ${whole.cases}`;
  if (got.done === undefined) return '-';
  if (got.done !== part.lines) return got.wrong === undefined ? 'stopped' : 'differ';
  return part.cases === whole.cases ? String(whole.cases) : `${part.cases} of ${whole.cases}`;
}

/**
 * What one engine says, as a row. An engine that is not there is `missing`, which fails in CI if a registry can bring it;
 * one that is there and does not answer, or answers otherwise than V8, fails everywhere.
 */
export async function judge(engine, paths, { signature, isCi }) {
  const row = { name: engine.name, version: '-', vectors: '-', signature: '-', state: 'missing' };
  const absent = (note) => ({ ...row, note, failed: isCi && engine.registry });
  try {
    const version = engine.version(paths);
    if (version === null) return absent(engine.reason ?? 'not on this machine');
    row.version = version;
    try {
      await engine.bring?.(paths);
    } catch (error) {
      return absent(`not brought: ${firstLine(error)}`);
    }
    row.state = 'ran';
    const got = await engine.run(paths);
    const part = paths[engine.part ?? 'whole'];
    const note = faultOf(got, signature, part);
    const vectors = vectorsOf(got, part, paths.whole);
    return { ...row, vectors, signature: got.signature, note, failed: note !== '' };
  } catch (error) {
    return { ...row, note: firstLine(error), failed: true };
  }
}

/** The rows as lines of text, columns aligned. */
export function linesOf(rows) {
  const table = rows.map(({ name, version, vectors, signature, seconds, note }) => [
    name,
    version,
    vectors,
    signature,
    seconds === undefined ? '' : seconds.toFixed(1),
    note,
  ]);
  table.unshift(['engine', 'version', 'vectors', 'signature', 's', '']);
  const widths = [0, 1, 2, 3, 4].map((i) => Math.max(...table.map((cells) => cells[i].length)));
  return table.map((cells) =>
    cells
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** Counts for the closing line; missing engines are told apart by `failed`. No row at all is a failure. */
export function tallyOf(rows) {
  if (rows.length === 0) return { passed: 0, failed: 1, skipped: 0 };
  const failed = rows.filter((row) => row.failed).length;
  const skipped = rows.filter((row) => !row.failed && row.state === 'missing').length;
  return { passed: rows.length - failed - skipped, failed, skipped };
}
