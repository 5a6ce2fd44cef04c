import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { skipOrFail } from '@svc/testing';
import { makeKey } from '../api.js';
import { openProject } from '../flags/flag.js';
import { PythonEnvironment } from '../sdk-python/environment.js';
import { theService } from '../topology.js';

const run = promisify(execFile);
const INSTALL_MS = 300_000;
const RUN_MS = 300_000;
const LINTERS = ['@redocly/cli@2.77.0', '@stoplight/spectral-cli@6.16.3'];

/** Fails with what the program printed. */
async function passes(file: string, args: readonly string[], cwd: string, env: Record<string, string> = {}) {
  const failed = await run(file, [...args], {
    cwd,
    timeout: RUN_MS,
    maxBuffer: 1 << 26,
    env: { ...process.env, ...env },
  }).then(
    () => undefined,
    ({ stdout = '', stderr = '' }: { stdout?: string; stderr?: string }) => `${stdout}${stderr}`.slice(-10_000),
  );
  assert.equal(failed, undefined, failed);
}

const directory = await mkdtemp(path.join(tmpdir(), 'svc-openapi-'));
const npm = ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--prefix', directory, ...LINTERS];
const hasLinters = await run('npm', npm, { timeout: INSTALL_MS }).then(
  () => true,
  () => false,
);
const schemathesis = await PythonEnvironment.install(['schemathesis==4.32.5']);

describe('the OpenAPI document, judged by the tools of others', () => {
  beforeAll(async () => {
    const answer = await fetch(`${theService().httpUrl}/openapi.json`);
    await writeFile(path.join(directory, 'openapi.json'), await answer.text());
    await writeFile(path.join(directory, '.spectral.yaml'), 'extends: ["spectral:oas"]\n');
  });
  afterAll(async () => {
    await rm(directory, { recursive: true, force: true });
    if (schemathesis instanceof PythonEnvironment) await schemathesis[Symbol.asyncDispose]();
  });

  if (hasLinters) {
    it('is valid for Redocly', () =>
      passes('node', ['node_modules/@redocly/cli/bin/cli.js', 'lint', 'openapi.json'], directory, {
        REDOCLY_TELEMETRY: 'off',
        REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
      }));

    it('is valid for Spectral', () =>
      passes('node', ['node_modules/@stoplight/spectral-cli/dist/index.js', 'lint', 'openapi.json'], directory));
  } else {
    skipOrFail('Redocly and Spectral', 'the npm registry cannot be reached');
  }

  if (schemathesis instanceof PythonEnvironment) {
    it('describes what Schemathesis is answered, and nothing it sends is a server error', async () => {
      const { project } = await openProject();
      const scopes = ['flags:read', 'flags:evaluate', 'logs:read', 'events:read', 'persons:read', 'projects:read'];
      const { secret } = await makeKey(scopes, project);
      const checks = 'not_a_server_error,response_schema_conformance,status_code_conformance,content_type_conformance';
      const paths = '^/(ofrep/|api/v1/(flags|decide|logs|events|persons|projects|settings|account$|usage))';
      await passes(
        schemathesis.python,
        [
          ...['-m', 'schemathesis.cli', 'run', 'openapi.json', '--url', theService().httpUrl],
          ...['-H', `X-Svc-API-Key: ${secret}`, '--checks', checks, '--include-path-regex', paths],
          ...['--exclude-path-regex', 'stream', '--phases', 'coverage,fuzzing', '--max-examples', '5', '--seed', '1'],
          ...['--exclude-method', 'DELETE', '--no-color', '--request-timeout', '30'],
        ],
        directory,
      );
    });
  } else if (schemathesis.isLanguageMissing) {
    it.skip(`schemathesis (${schemathesis.reason})`, () => undefined);
  } else {
    skipOrFail('schemathesis', schemathesis.reason);
  }
});
