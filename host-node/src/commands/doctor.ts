// `echometer doctor`: what this machine has and lacks, and what to do about it. It measures nothing and prints nothing.

import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';

import { workerName } from '../../../kernel/api/run/worker-name.ts';
import { EchometerError } from '../../../kernel/api/facade/echometer-error.ts';
import { EXIT } from '../errors.ts';
import { loadKernel } from '../kernel/load.ts';
import { measureClock } from '../observe/clock.ts';
import { readDevice, readEnvironment } from '../observe/environment.ts';
import type { Finding } from '../observe/finding.ts';
import { rowFindings } from '../serializers/findings.ts';
import { resolvePython } from '../worker/command.ts';
import { makeSocketFolder, removeSocketFolder } from '../worker/socket-path.ts';
import type { CommandResult } from '../command/command.ts';
import { defineCommand } from '../command/definition.ts';
import { flag, text } from '../command/option.ts';
import type { OptionsOf } from '../command/option.ts';

/** Below this a load of other programs is in the measurement. */
const QUIET_LOAD_PER_CPU = 0.5;

const OPTIONS = {
  python: text('PATH', 'the Python to look at (default python3)'),
  json: flag('print the findings as JSON'),
};

export const command = defineCommand({
  name: 'doctor',
  description: `
    Lists what this machine has and lacks for measuring, and what to do about it. Exit code 3 when
    something that a run needs is missing.`,
  arguments: {},
  takes: 'no argument',
  options: OPTIONS,
  run: runDoctor,
});

async function runDoctor(options: OptionsOf<typeof OPTIONS>): Promise<CommandResult> {
  const python = attempt('python', () => {
    return workerName(resolvePython(options.python).facts);
  });
  const findings = [
    nodeFinding(),
    attempt('kernel', () => {
      const kernel = loadKernel();
      return `${kernel.identity.kernelId}, ${kernel.identity.simd ? 'SIMD' : 'scalar'}, signature ${kernel.signature}`;
    }),
    python,
    attempt('socket folder', () => {
      const folder = makeSocketFolder();
      removeSocketFolder(folder);
      return `a Unix socket fits below ${dirname(folder)}`;
    }),
    koffiFinding(),
    sharedMemoryFinding(),
    clockFinding(),
    ...(await rowFindings(options.python, python.state === 'missing' ? python.what : null)),
    ...machineFindings(),
  ];
  const missing = findings.some((finding) => finding.state === 'missing');
  return {
    stdout: options.json ? `${JSON.stringify(findings, null, 2)}\n` : findingsText(findings),
    exit: missing ? EXIT.missing : EXIT.done,
  };
}

function findingsText(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map((finding) => finding.subject.length));
  const lines = findings.flatMap((finding) => {
    const head = `${finding.state.padEnd(7)}  ${finding.subject.padEnd(width)}  ${finding.what}`;
    return finding.next === '' ? [head] : [head, `${' '.repeat(width + 11)}-> ${finding.next}`];
  });
  return `${lines.join('\n')}\n`;
}

function nodeFinding(): Finding {
  return ok('node', `${process.versions.node} on ${process.platform} ${process.arch}`);
}

function attempt(subject: string, look: () => string): Finding {
  try {
    return ok(subject, look());
  } catch (error) {
    if (!(error instanceof EchometerError)) throw error;
    return { subject, state: 'missing', what: error.message, next: error.next };
  }
}

function koffiFinding(): Finding {
  try {
    createRequire(import.meta.url).resolve('koffi');
    return ok('koffi', 'installed: the blocking lane and mapped slots are possible');
  } catch {
    return {
      subject: 'koffi',
      state: 'limits',
      what: 'not installed: no blocking lane, slots are copied',
      next: 'npm install koffi (optional, prebuilt)',
    };
  }
}

function sharedMemoryFinding(): Finding {
  if (existsSync('/dev/shm')) return ok('slot files', '/dev/shm exists');
  return {
    subject: 'slot files',
    state: 'note',
    what: 'no /dev/shm; slot files go to the temporary folder',
    next: '',
  };
}

function clockFinding(): Finding {
  const clock = measureClock();
  return ok('clock', `smallest step ${clock.resolutionNs} ns, one read ${clock.readNs} ns`);
}

function machineFindings(): Finding[] {
  const device = readDevice(null);
  const environment = readEnvironment();
  const load = (environment['loadAverage'] as readonly number[])[0] ?? 0;
  const governor = environment['cpuGovernor'];
  const findings: Finding[] = [ok('processor', `${device.cpuModel}, ${device.cpuCount} CPUs`)];
  if (load > device.cpuCount * QUIET_LOAD_PER_CPU)
    findings.push({
      subject: 'load',
      state: 'limits',
      what: `load average ${load.toFixed(2)} on ${device.cpuCount} CPUs`,
      next: 'end other programs before a run that is to be published',
    });
  else findings.push(ok('load', load.toFixed(2)));
  if (device.cpuCount < 2)
    findings.push({
      subject: 'processors',
      state: 'limits',
      what: 'host and worker share one CPU',
      next: 'use a machine with two CPUs or more',
    });
  if (typeof governor === 'string' && governor !== 'performance')
    findings.push({
      subject: 'cpu governor',
      state: 'note',
      what: `${governor}: the clock rate follows the load`,
      next: 'set it to performance for steadier latencies',
    });
  if (environment['virtualization'] === true)
    findings.push({
      subject: 'virtual machine',
      state: 'note',
      what: 'waking a halted CPU costs 10 us and more, and a 64 B round trip has two wake-ups',
      next: '',
    });
  return findings;
}

function ok(subject: string, what: string): Finding {
  return { subject, state: 'ok', what, next: '' };
}
