import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { buildGoSources, buildJavaProgram, PythonEnvironment } from '@svc/testing';
import { capture } from '../persons/capture.js';
import { theService } from '../topology.js';

const execute = promisify(execFile);
const RUN_MS = 60_000;
/** Compiled specs are in `dist`; files that are not TypeScript stay in `src`. */
const SOURCES = path.resolve(import.meta.dirname, '../../src/errors/programs');

/** A program that fails twice in `charge` with different orders and once in `ship`, and reports it with its service's name and key. */
export interface FailingProgram {
  run(service: string, key: string): Promise<void>;
}

/** Builds a program, or returns the reason why it cannot be built. */
export type Install = () => Promise<FailingProgram | string>;

async function isInstalled(...command: [string, ...string[]]): Promise<boolean> {
  const [file, ...rest] = command;
  return execute(file, rest).then(
    () => true,
    () => false,
  );
}

export const python: Install = async () => {
  const installed = await PythonEnvironment.install([
    'opentelemetry-sdk==1.45.2',
    'opentelemetry-exporter-otlp-proto-http==1.45.2',
  ]);
  if (!(installed instanceof PythonEnvironment)) return installed.reason;
  return {
    async run(service, key) {
      const env = {
        OTEL_SERVICE_NAME: service,
        OTEL_EXPORTER_OTLP_ENDPOINT: theService().ingestUrl,
        OTEL_EXPORTER_OTLP_HEADERS: `x-svc-api-key=${key}`,
      };
      await execute(installed.python, [path.join(SOURCES, 'shop.py')], { timeout: RUN_MS, env });
    },
  };
};

export const java: Install = async () => {
  const classPath = await buildJavaProgram('errors', path.join(SOURCES, 'java'));
  if (typeof classPath !== 'string') return classPath.reason;
  return {
    async run(service, key) {
      await execute('java', ['-cp', classPath, 'Shop', theService().ingestUrl, key, service], { timeout: RUN_MS });
    },
  };
};

export const go: Install = async () => {
  if (!(await isInstalled('go', 'version'))) return 'go is not installed';
  const program = await buildGoSources('errors', path.join(SOURCES, 'go')).catch(() => undefined);
  if (program === undefined) return 'the module proxy of Go cannot be reached';
  return {
    async run(service, key) {
      await execute(program, [theService().ingestUrl, key, service], { timeout: RUN_MS });
    },
  };
};

/** A program of a language without an SDK here: its printed exceptions are captured. */
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
