import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { generateApiKey } from '@svc/auth';
import { findLeakedSecrets } from './leaked-secrets.js';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'svc-logs-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

it('finds generated and given secrets in every encoding, but no similar texts', async () => {
  const password = 'correct horse+battery';
  const { secret } = generateApiKey('access');
  const lines = [
    'nothing here',
    `{"url":"/x?token=${secret}"}`,
    `${secret.slice(0, -1)}${secret.endsWith('0') ? '1' : '0'}`,
    `body ${password}`,
    `form password=correct+horse%2Bbattery`,
    `url /${encodeURIComponent(password)}`,
    `basic ${Buffer.from(password).toString('base64')}`,
  ];
  await writeFile(path.join(directory, 'service.log'), lines.join('\n'));
  await writeFile(path.join(directory, 'notes.txt'), password);
  const found = await findLeakedSecrets(directory, [password, 'no']);
  assert.deepEqual(
    found,
    [2, 4, 5, 6, 7].map((line) => `service.log:${line}`),
  );
});
