import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { skipOrFail } from '@svc/testing';
import { ok } from '../api.js';
import { PythonEnvironment } from '../sdk-python/environment.js';
import { theService, topologyKind } from '../topology.js';

const run = promisify(execFile);
const INSTALL_MS = 300_000;
const RUN_MS = 1_200_000;
/** Of Schemathesis; until every case of its own was sent once if not set. */
const SECONDS = process.env['SVC_E2E_SCHEMATHESIS_SECONDS'];
const SEED = process.env['SVC_TEST_SEED'] ?? '1';
const LINTERS = ['@redocly/cli@2.77.0', '@stoplight/spectral-cli@6.16.3'];

/**
 * What never ends, ends sessions or changes what the other specs rely on. Schemathesis uses the IDs of lists in other requests, so it would
 * revoke its own key and change projects of others.
 */
const DISTURBING =
  'stream|/auth/|^/login|^/logout|^/device|invitations|account/security|account/members|api-keys/[{]|projects/[{]|me/password|contact-methods|cli.tgz';

/** Both topologies serve the same document, so each is asked about the half of its paths: all of them are minutes of requests. */
const SECOND_HALF = '^(/api/v1)?/[^a-h]';
const SELECTED =
  topologyKind() === 'standalone'
    ? ['--include-path-regex', SECOND_HALF, '--exclude-path-regex', DISTURBING]
    : ['--exclude-path-regex', `${DISTURBING}|${SECOND_HALF}`];

/** Fails with what the program printed. */
async function passes(file: string, args: readonly string[], cwd: string, env: Record<string, string> = {}) {
  const failed = await run(file, [...args], {
    cwd,
    timeout: RUN_MS + Number(SECONDS ?? 0) * 1000,
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
    it(`describes what Schemathesis is answered with the key of an owner, and nothing it sends is a server error (seed ${SEED})`, async () => {
      const { id } = await ok('POST', '/projects', { body: { name: 'Schemathesis', slug: `st-${Date.now()}` } });
      // Without it, most requests would name a project that does not exist.
      await writeFile(
        path.join(directory, 'schemathesis.toml'),
        `[parameters]\n"query.project_id" = "${String(id)}"\n`,
      );
      const checks = 'not_a_server_error,response_schema_conformance,status_code_conformance,content_type_conformance';
      await passes(
        schemathesis.python,
        [
          ...['-m', 'schemathesis.cli', '--config-file', 'schemathesis.toml', 'run', 'openapi.json'],
          ...['--url', theService().httpUrl, '-H', `X-Svc-API-Key: ${theService().apiKey}`, '--checks', checks],
          ...[...SELECTED, '--phases', 'coverage,fuzzing', '--max-examples', '5'],
          ...(SECONDS === undefined ? [] : ['--max-time', SECONDS, '--continue-on-failure']),
          ...['--seed', SEED, '--no-color', '--request-timeout', '30'],
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
