// Encoded sizes of a log, raw and compressed. Sizes depend on no machine: two logs of one version give the same table.
import type { GroupStatistics } from './analysis.ts';
import { withThousands } from './figures-text.ts';
import { groupBy } from './group-by.ts';
import { markdownTable } from './markdown-table.ts';
import type { LogStatistics } from './statistics.ts';

const SIZES = [
  ['raw', (group: GroupStatistics) => group.medianSizeBytes],
  ['gzip', (group: GroupStatistics) => group.medianSizeGzipBytes],
  ['zstd', (group: GroupStatistics) => group.medianSizeZstdBytes],
] as const;

/** Empty for a log without compressed sizes: then the summary has all there is. */
export function sizeSection(groups: readonly GroupStatistics[], statistics: LogStatistics): string {
  const bytes = groups.filter(
    ({ mode, medianSizeGzipBytes }) => mode === 'bytes' && medianSizeGzipBytes !== null,
  );
  if (bytes.length === 0) return '';
  const counts = [...new Set(bytes.map(({ instances }) => instances))].sort((a, b) => a - b);
  const types = (instances: number): number =>
    new Set(bytes.filter((g) => g.instances === instances).map(({ dataType }) => dataType)).size;
  const rows = [...groupBy(bytes, ({ serializer }) => serializer)]
    .sort(([a], [b]) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1))
    .map(([name, own]) => [
      name,
      ...counts.flatMap((instances) =>
        SIZES.map(([, pick]) => {
          const sizes = own
            .filter((group) => group.instances === instances)
            .map(pick)
            .filter((size) => size !== null);
          if (sizes.length < types(instances)) return '-';
          const mean = sizes.reduce((sum, size) => sum + size, 0) / sizes.length;
          return withThousands(statistics.fixed(mean, 0));
        }),
      ),
    ]);
  const header = counts.flatMap((instances) => SIZES.map(([name]) => `${name}, n = ${instances}`));
  return [
    '## Encoded sizes',
    'Bytes, mean over the data types; gzip at level 6, zstd at level 3. A schema format leaves its schema out of the bytes: both sides must have it.',
    markdownTable(['serializer', ...header], rows),
  ].join('\n\n');
}
