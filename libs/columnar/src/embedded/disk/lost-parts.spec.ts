import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryDirectories } from '@svc/test-servers';
import { forgetTokensWithoutParts } from './lost-parts.js';

const temporaryDirectory = temporaryDirectories();

it('removes exactly the tokens whose part is neither on disk nor in a merged part', async () => {
  const engine = await temporaryDirectory();
  const table = join(engine, 'store', 'abc', 'abc0');
  const onDisk = ['20260101_1_4_1', '20260101_7_7_0', '20260102_1_1_0_9', 'tmp_insert_20260101_8_8_0', 'detached'];
  for (const name of [...onDisk, 'deduplication_logs']) await mkdir(join(table, name), { recursive: true });
  const line = (part: string, token: string) => `1\t${part}\t20260101_${token}_1\n`;
  const log = join(table, 'deduplication_logs', 'deduplication_log_1.txt');
  const kept = line('20260101_2_2_0', '11') + line('20260101_7_7_0', '12') + line('20260102_1_1_0', '13');
  const lost = line('20260101_8_8_0', '14') + line('20260103_1_1_0', '15') + line('20260101_5_5_0', '16');
  await writeFile(log, lost + kept);
  assert.equal(await forgetTokensWithoutParts(engine), 3);
  assert.equal(await readFile(log, 'utf8'), kept);
  assert.equal(await forgetTokensWithoutParts(engine), 0);
});
