// The iPad app's project, as far as a machine without Xcode can check it: every path and product exists, app, extension
// and Swift sources name the same extension point, property lists say no more than they must.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';

const APP = new URL('../host-ios/App/', import.meta.url);
const HOST = new URL('../host-ios/', import.meta.url);

interface Target {
  readonly type: string;
  readonly sources: readonly (string | { readonly path: string })[];
  readonly settings: {
    readonly base: Readonly<Record<string, string | boolean | readonly string[]>>;
  };
  readonly dependencies: readonly Readonly<Record<string, string | boolean>>[];
  readonly preBuildScripts?: readonly { readonly script: string }[];
  readonly postBuildScripts?: readonly { readonly script: string }[];
}

interface Project {
  readonly options: { readonly deploymentTarget: { readonly iOS: string } };
  readonly settings: { readonly base: Readonly<Record<string, string | boolean>> };
  readonly packages: Readonly<Record<string, { readonly path: string }>>;
  readonly targets: Readonly<Record<string, Target>>;
}

function text(path: string, base = APP): string {
  return readFileSync(new URL(path, base), 'utf8');
}

/** A property list as JSON; Python's own reader refuses what is not one. */
function plist(path: string): Record<string, unknown> {
  const script =
    'import json, plistlib, sys; print(json.dumps(plistlib.load(open(sys.argv[1], "rb"))))';
  const file = fileURLToPath(new URL(path, APP));
  return JSON.parse(execFileSync('python3', ['-c', script, file], { encoding: 'utf8' })) as Record<
    string,
    unknown
  >;
}

const project = parse(text('project.yml')) as Project;
const targets = Object.entries(project.targets);
const host = project.targets['Echometer'];
const worker = project.targets['EchometerWorker'];

function setting(
  target: Target | undefined,
  name: string,
): string | boolean | readonly string[] | undefined {
  return target?.settings.base[name] ?? project.settings.base[name];
}

describe('project.yml', () => {
  test('names only files and folders that are there', () => {
    const paths = targets.flatMap(([, target]) => [
      ...target.sources.map((source) => (typeof source === 'string' ? source : source.path)),
      String(target.settings.base['INFOPLIST_FILE']),
      String(target.settings.base['CODE_SIGN_ENTITLEMENTS']),
    ]);
    paths.push(...Object.values(project.packages).map((each) => `${each.path}/Package.swift`));
    expect(paths.length).toBeGreaterThan(8);
    expect(paths.filter((path) => !existsSync(new URL(path, APP)))).toEqual([]);
  });

  test('uses only products that the packages have', () => {
    const used = targets.flatMap(([, target]) =>
      target.dependencies.flatMap(({ package: name, product }) =>
        typeof name === 'string' ? [`${name} ${String(product)}`] : [],
      ),
    );
    expect(used.length).toBeGreaterThan(3);
    for (const each of used) {
      const [name = '', product = ''] = each.split(' ');
      const manifest = text(`${project.packages[name]?.path ?? ''}/Package.swift`);
      expect(manifest, each).toContain(`.library(name: "${product}"`);
    }
  });

  test('copies only files of the package that are there, or that the build makes', () => {
    const scripts = (host?.postBuildScripts ?? []).map(({ script }) => script).join('\n');
    const copied = [...scripts.matchAll(/^ *cp (?:-R )?(.+?) "\$to/gm)].flatMap(
      ([, list]) => list?.split(' ') ?? [],
    );
    expect(copied).toContain('kernel/api/run/cases.json');
    const made = copied.filter((path) => path.startsWith('build/'));
    expect(made).toEqual(['build/kernel.scalar.wasm', 'build/kernels.json']);
    const root = new URL('../', import.meta.url);
    const rest = copied.filter((path) => !path.startsWith('build/'));
    expect(rest.filter((path) => !existsSync(new URL(path, root)))).toEqual([]);
  });

  test('embeds the worker as an ExtensionKit extension of the app', () => {
    expect(worker?.type).toBe('extensionkit-extension');
    expect(host?.dependencies).toContainEqual({ target: 'EchometerWorker', embed: true });
    expect(setting(host, 'EX_ENABLE_EXTENSION_POINT_GENERATION')).toBe('YES');
    expect(Number(project.options.deploymentTarget.iOS)).toBeGreaterThanOrEqual(26);
  });

  test('has the settings that Python.xcframework asks for', () => {
    expect(setting(worker, 'ENABLE_USER_SCRIPT_SANDBOXING')).toBe('NO');
    expect(setting(worker, 'ENABLE_TESTABILITY')).toBe('YES');
    expect(setting(worker, 'CLANG_WARN_QUOTED_INCLUDE_IN_FRAMEWORK_HEADER')).toBe('NO');
    const scripts = (host?.postBuildScripts ?? []).map(({ script }) => script).join('\n');
    // The name that BeeWare's archive has; CPython's page says build_utils.sh.
    expect(scripts).toContain('$PROJECT_DIR/Python.xcframework/build/utils.sh"');
    expect(scripts).toContain('install_python Python.xcframework');
  });

  test('has frameworks in the app alone, where the extension looks for them', () => {
    expect(worker?.postBuildScripts).toBeUndefined();
    expect(worker?.settings.base['LD_RUNPATH_SEARCH_PATHS']).toContain(
      '@executable_path/../../Frameworks',
    );
    expect(text('Worker/WorkerExtension.swift')).toContain('Bundle(url: app)?.executablePath');
  });

  test('is for iPad in each target, where XcodeGen would write iPhone, too', () => {
    for (const [name, target] of targets)
      expect(target.settings.base['TARGETED_DEVICE_FAMILY'], name).toBe('2');
  });

  test('has an icon of the one size that is asked for, without alpha', () => {
    const folder = 'Host/Assets.xcassets/AppIcon.appiconset/';
    const { images } = JSON.parse(text(`${folder}Contents.json`)) as {
      readonly images: readonly { readonly filename: string; readonly size: string }[];
    };
    expect(images.map(({ size }) => size)).toEqual(['1024x1024']);
    const png = readFileSync(new URL(`${folder}${images[0]?.filename ?? ''}`, APP));
    // IHDR: width, height, then bits a channel and the color type (2 is RGB).
    expect([png.readUInt32BE(16), png.readUInt32BE(20), png[24], png[25]]).toEqual([
      1024, 1024, 8, 2,
    ]);
  });

  test('measures only in front, with the screen on, and lists lines by their place', () => {
    expect(text('Host/EchometerApp.swift')).toMatch(/guard now == \.background[^]*run\.leave\(\)/);
    for (const model of ['Host/RunModel.swift', 'Host/RowsView.swift'])
      expect(text(model)).toMatch(/Foreground\.begin\(\)[^]*Foreground\.end\(\)/);
    for (const view of ['CheckView', 'RunView', 'RowsView'])
      expect(text(`Host/${view}.swift`)).not.toMatch(/lines[^\n]*id: \\\.self/);
  });
});

describe('the extension point', () => {
  const appId = String(setting(host, 'PRODUCT_BUNDLE_IDENTIFIER'));

  test('has one name in project, sources and property list', () => {
    const shared = text('Shared/ExtensionPoint.swift');
    const bound = /Identifier\(host: "([^"]+)", name: "([^"]+)"\)/.exec(
      text('Worker/WorkerExtension.swift'),
    );
    const defined = /Name\("([^"]+)"\)/.exec(shared)?.[1];
    expect(bound?.slice(1)).toEqual([appId, defined]);
    expect(shared).toContain(`static let host = "${appId}"`);
    expect(shared).toContain(`static let name = "${String(defined)}"`);
    const attributes = plist('Worker/Info.plist')['EXAppExtensionAttributes'];
    expect(attributes).toEqual({ EXExtensionPointIdentifier: `${appId}.${String(defined)}` });
  });

  test("lies below the app's bundle identifier", () => {
    const workerId = String(setting(worker, 'PRODUCT_BUNDLE_IDENTIFIER'));
    expect(workerId.startsWith(`${appId}.`)).toBe(true);
  });
});

describe('property lists', () => {
  test('ask for no entitlement', () => {
    expect(plist('Host/Host.entitlements')).toEqual({});
    expect(plist('Worker/Worker.entitlements')).toEqual({});
  });

  test('take identifiers and versions from the project', () => {
    for (const path of ['Host/Info.plist', 'Worker/Info.plist']) {
      const values = plist(path);
      expect(values['CFBundleIdentifier']).toBe('$(PRODUCT_BUNDLE_IDENTIFIER)');
      expect(values['CFBundleShortVersionString']).toBe('$(MARKETING_VERSION)');
    }
    expect(setting(host, 'MARKETING_VERSION')).toBe(
      (JSON.parse(text('../package.json', HOST)) as { version: string }).version,
    );
  });

  test('state the reason for reading the uptime clock, and no tracking', () => {
    expect(text('Sources/CHostPlatform/clock.c', HOST)).toContain('CLOCK_UPTIME_RAW');
    const privacy = plist('Privacy/PrivacyInfo.xcprivacy');
    expect(privacy['NSPrivacyTracking']).toBe(false);
    // Each bundle needs its own copy.
    const manifest = { path: 'Privacy/PrivacyInfo.xcprivacy', buildPhase: 'resources' };
    for (const [name, target] of targets) expect(target.sources, name).toContainEqual(manifest);
    expect(privacy['NSPrivacyAccessedAPITypes']).toEqual([
      {
        NSPrivacyAccessedAPIType: 'NSPrivacyAccessedAPICategorySystemBootTime',
        NSPrivacyAccessedAPITypeReasons: ['35F9.1'],
      },
    ]);
  });
});
