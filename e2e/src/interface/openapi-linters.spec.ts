import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { skipOrFail } from '@svc/testing';
import { topologyKind } from '../topology.js';
import { passes } from './judged-by.js';
import { DOCUMENT } from './schemathesis-record.js';

const INSTALL_MS = 300_000;
const RUN_MS = 300_000;
const LINTERS = ['@redocly/cli@2.77.0', '@stoplight/spectral-cli@6.16.3'];

/** The document is a file of the repository, which every gateway serves as it is. */
if (topologyKind() === 'distributed') it.skip('linters of OpenAPI (on one process only)', () => undefined);
else await lint();

async function lint(): Promise<void> {
  const directory = await mkdtemp(path.join(tmpdir(), 'svc-openapi-'));
  const npm = ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--prefix', directory, ...LINTERS];
  const hasLinters = await promisify(execFile)('npm', npm, { timeout: INSTALL_MS }).then(
    () => true,
    () => false,
  );
  const options = { cwd: directory, timeoutMs: RUN_MS };

  describe('the OpenAPI document, judged by the linters of others', () => {
    beforeAll(async () => {
      await copyFile(DOCUMENT, path.join(directory, 'openapi.json'));
      await writeFile(path.join(directory, '.spectral.yaml'), 'extends: ["spectral:oas"]\n');
    });
    afterAll(() => rm(directory, { recursive: true, force: true }));

    if (!hasLinters) {
      skipOrFail('Redocly and Spectral', 'the npm registry cannot be reached');
      return;
    }

    it('is valid for Redocly', () =>
      passes('node', ['node_modules/@redocly/cli/bin/cli.js', 'lint', 'openapi.json'], {
        ...options,
        env: { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
      }));

    it('is valid for Spectral', () =>
      passes('node', ['node_modules/@stoplight/spectral-cli/dist/index.js', 'lint', 'openapi.json'], options));
  });
}
