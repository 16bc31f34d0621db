// What a browser tells about itself and its machine: an allowlist, and null or "unknown" for the rest. Nothing is guessed.
import type { DeviceFacts, HostFacts } from '../../../kernel/api/run/results.ts';

/** User-Agent Client Hints, where a browser has them (Chromium, in secure contexts). */
interface UserAgentData {
  readonly brands: readonly { readonly brand: string; readonly version: string }[];
  readonly platform: string;
  getHighEntropyValues(names: readonly string[]): Promise<Readonly<Record<string, unknown>>>;
}

type Hints = Navigator & {
  readonly userAgentData?: UserAgentData;
  /** In GiB, rounded by the browser. */
  readonly deviceMemory?: number;
};

export interface BrowserFacts {
  readonly device: DeviceFacts;
  readonly host: HostFacts;
}

const UNTOLD = 'a browser does not tell';
const BYTES_PER_GIB = 2 ** 30;
/** Client hints are salted with a brand that does not exist ("Not/A)Brand"). */
const SALT = /not.{0,3}a.{0,3}brand/i;
/** Firefox, Safari and others, by their own token; a Chrome token stands in many. */
const TOKENS = [/(Firefox)\/(\S+)/, /(Edg)\/(\S+)/, /(Chrome)\/(\S+)/, /Version\/(\S+).*(Safari)/];

export async function readBrowser(label: string): Promise<BrowserFacts> {
  const hints = navigator as Hints;
  const values = await hints.userAgentData
    ?.getHighEntropyValues(['architecture', 'bitness', 'platformVersion', 'fullVersionList'])
    .catch(() => ({}));
  const name = browserName(hints.userAgentData, values);
  const platform = hints.userAgentData?.platform ?? navigator.platform;
  const { deviceMemory } = hints;
  return {
    device: {
      label: label === '' ? `${name} on ${platform}` : label,
      platform: platform === '' ? 'unknown' : platform,
      arch: archOf(values),
      osRelease: textOf(values, 'platformVersion'),
      cpuModel: UNTOLD,
      cpuCount: navigator.hardwareConcurrency,
      memoryBytes: deviceMemory === undefined ? null : Math.round(deviceMemory * BYTES_PER_GIB),
      memoryBytesReason:
        deviceMemory === undefined ? UNTOLD : 'rounded by the browser, with an upper limit',
    },
    host: { runtime: 'browser', version: name, v8: '' },
  };
}

/** The names that Node gives them. */
const ARCHITECTURES: Readonly<Record<string, string>> = {
  x8664: 'x64',
  x8632: 'ia32',
  arm64: 'arm64',
  arm32: 'arm',
};

function archOf(values: Readonly<Record<string, unknown>> | undefined): string {
  const text = `${textOf(values, 'architecture')}${textOf(values, 'bitness')}`;
  return ARCHITECTURES[text] ?? (text === '' ? 'unknown' : text);
}

function textOf(values: Readonly<Record<string, unknown>> | undefined, name: string): string {
  const value = values?.[name];
  return typeof value === 'string' ? value : '';
}

function browserName(
  hints: UserAgentData | undefined,
  values: Readonly<Record<string, unknown>> | undefined,
): string {
  const list = (values?.['fullVersionList'] ?? hints?.brands ?? []) as UserAgentData['brands'];
  // "Chromium" stands beside the product's own brand, if that is another.
  const own = list.filter(({ brand }) => !SALT.test(brand));
  const best = own.find(({ brand }) => brand !== 'Chromium') ?? own[0];
  if (best !== undefined) return `${best.brand} ${best.version}`;
  for (const token of TOKENS) {
    const [, a = '', b = ''] = token.exec(navigator.userAgent) ?? [];
    if (a !== '') return /^\d/.test(a) ? `${b} ${a}` : `${a} ${b}`;
  }
  return 'unknown browser';
}
