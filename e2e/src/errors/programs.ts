import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { PythonEnvironment } from '../sdk-python/environment.js';
import { capture } from '../persons/capture.js';
import { theService } from '../topology.js';

const execute = promisify(execFile);
const INSTALL_MS = 300_000;
const RUN_MS = 60_000;
/** Compiled specs lie in `dist`; what is not TypeScript stays where it is. */
const SOURCES = path.resolve(import.meta.dirname, '../../src/errors/programs');

/** A program that fails twice in `charge` with different orders and once in `ship`, and reports it with its service's name and key. */
export interface FailingProgram {
  run(service: string, key: string): Promise<void>;
}

/** Makes a program, or tells what it lacks. */
export type Install = () => Promise<FailingProgram | string>;

async function isInstalled(...command: [string, ...string[]]): Promise<boolean> {
  const [file, ...rest] = command;
  return execute(file, rest).then(
    () => true,
    () => false,
  );
}

export const python: Install = async () => {
  const installed = await PythonEnvironment.install(['opentelemetry-sdk', 'opentelemetry-exporter-otlp-proto-http']);
  if (!(installed instanceof PythonEnvironment)) return installed.reason;
  return {
    async run(service, key) {
      const env = {
        OTEL_SERVICE_NAME: service,
        OTEL_EXPORTER_OTLP_ENDPOINT: theService().ingestUrl,
        OTEL_EXPORTER_OTLP_HEADERS: `x-svc-api-key=${key}`,
      };
      await execute(installed.python, [path.join(SOURCES, 'shop.py')], { timeout: RUN_MS, env });
      await installed[Symbol.asyncDispose]();
    },
  };
};

export const java: Install = async () => {
  if (!(await isInstalled('mvn', '--version'))) return 'Java with Maven is not installed';
  const directory = await mkdtemp(path.join(tmpdir(), 'svc-errors-'));
  const copy = ['--quiet', '--batch-mode', 'dependency:copy-dependencies', '-DoutputDirectory=lib'];
  const classPath = [directory, path.join(directory, 'lib/*')].join(path.delimiter);
  try {
    await cp(path.join(SOURCES, 'java'), directory, { recursive: true });
    await execute('mvn', copy, { cwd: directory, timeout: INSTALL_MS });
    await execute('javac', ['-cp', classPath, '-d', directory, path.join(directory, 'Shop.java')]);
  } catch {
    await rm(directory, { recursive: true, force: true });
    return 'the Maven repository cannot be reached';
  }
  return {
    async run(service, key) {
      await execute('java', ['-cp', classPath, 'Shop', theService().ingestUrl, key, service], { timeout: RUN_MS });
      await rm(directory, { recursive: true, force: true });
    },
  };
};

export const go: Install = async () => {
  if (!(await isInstalled('go', 'version'))) return 'go is not installed';
  const directory = await mkdtemp(path.join(tmpdir(), 'svc-errors-'));
  try {
    await cp(path.join(SOURCES, 'go'), directory, { recursive: true });
    await execute('go', ['build', '-o', 'shop', '.'], { cwd: directory, timeout: INSTALL_MS });
  } catch {
    await rm(directory, { recursive: true, force: true });
    return 'the module proxy of Go cannot be reached';
  }
  return {
    async run(service, key) {
      await execute(path.join(directory, 'shop'), [theService().ingestUrl, key, service], { timeout: RUN_MS });
      await rm(directory, { recursive: true, force: true });
    },
  };
};

/** A program of a language without an SDK here: what it prints of its exceptions is captured. */
function printing(file: string, source: string, platform: string): Install {
  return async () => {
    if (!(await isInstalled(file, '--version'))) return `${file} is not installed`;
    return {
      async run(service, key) {
        const { stdout } = await execute(file, [path.join(SOURCES, source)], { timeout: RUN_MS });
        const reports = stdout
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line) as object);
        const events = reports.map((report) => ({
          event: '$exception',
          distinct_id: 'nobody',
          properties: { ...report, platform, service_name: service },
        }));
        await capture(events, key);
      },
    };
  };
}

export const ruby = printing('ruby', 'shop.rb', 'ruby');
export const php = printing('php', 'shop.php', 'php');
