import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { skipOrFail } from '@svc/testing';
import { topologyKind } from '../topology.js';
import { passes } from './judged-by.js';
import { DOCUMENT } from './schemathesis-record.js';
import { bringLinters } from './tools.js';

const RUN_MS = 300_000;

/** The document is a file of the repository, which every gateway serves as it is. */
if (topologyKind() === 'distributed') it.skip('linters of OpenAPI (on one process only)', () => undefined);
else await lint();

async function lint(): Promise<void> {
  const directory = await mkdtemp(path.join(tmpdir(), 'svc-openapi-'));
  const linters = await bringLinters().catch(() => undefined);
  const options = { cwd: directory, timeoutMs: RUN_MS };

  describe('the OpenAPI document, judged by the linters of others', () => {
    beforeAll(async () => {
      await copyFile(DOCUMENT, path.join(directory, 'openapi.json'));
      await writeFile(path.join(directory, '.spectral.yaml'), 'extends: ["spectral:oas"]\n');
    });
    afterAll(() => rm(directory, { recursive: true, force: true }));

    if (linters === undefined) {
      skipOrFail('Redocly and Spectral', 'the npm registry cannot be reached');
      return;
    }

    it('passes Redocly', () =>
      passes('node', [linters.redocly, 'lint', 'openapi.json'], {
        ...options,
        env: { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
      }));

    it('passes Spectral', () => passes('node', [linters.spectral, 'lint', 'openapi.json'], options));
  });
}
