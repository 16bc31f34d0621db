// Which metrics a page prints.
import type { GroupStatistics } from './analysis.ts';

export const PROFILES = ['multi_way', 'pairwise', 'full'] as const;
export type MetricsProfile = (typeof PROFILES)[number];

/** The reference prints everything when exactly two serializers are compared. */
export function defaultProfile(groups: readonly GroupStatistics[]): MetricsProfile {
  const serializers = new Set(groups.map(({ serializer }) => serializer));
  return serializers.size === 2 ? 'pairwise' : 'multi_way';
}
