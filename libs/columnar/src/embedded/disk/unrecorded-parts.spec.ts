import assert from 'node:assert/strict';
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryDirectories } from '@svc/test-servers';
import { putAsideUnrecordedParts } from './unrecorded-parts.js';

const LONG_AGO = 0;
const KEPT_MS = 480_000;
const line = (part: string) => `1\t${part}\t20260101_123_456`;

const temporaryDirectory = temporaryDirectories();

async function table(parts: readonly string[], log: readonly string[]) {
  const engine = await temporaryDirectory();
  const path = join(engine, 'store', 'abc', 'abc0');
  for (const name of [...parts, 'detached', 'deduplication_logs']) await mkdir(join(path, name), { recursive: true });
  const logPath = join(path, 'deduplication_logs', 'deduplication_log_1.txt');
  await writeFile(logPath, log.map((text) => `${text}\n`).join(''));
  const left = async () => (await readdir(path)).filter((name) => parts.includes(name)).toSorted();
  return { engine, left, log: () => readFile(logPath, 'utf8'), setLog: (text: string) => writeFile(logPath, text) };
}

describe('putAsideUnrecordedParts', () => {
  it('puts aside a part without a token, and keeps parts with tokens', async () => {
    const { engine, left } = await table(['20260101_1_1_0', '20260101_2_2_0'], [line('20260101_1_1_0')]);
    assert.equal(await putAsideUnrecordedParts(engine, LONG_AGO, KEPT_MS), 1);
    assert.deepEqual(await left(), ['20260101_1_1_0']);
  });

  it('puts aside merged parts that contain such a part, and keeps their other sources', async () => {
    const parts = ['20260101_1_1_0', '20260101_2_2_0', '20260101_1_2_1'];
    const { engine, left } = await table(parts, [line('20260101_1_1_0')]);
    assert.equal(await putAsideUnrecordedParts(engine, LONG_AGO, KEPT_MS), 2);
    assert.deepEqual(await left(), ['20260101_1_1_0']);
  });

  it('keeps a part that was written before the last time all writes were known to be good', async () => {
    const { engine, left } = await table(['20260101_2_2_0'], []);
    assert.equal(await putAsideUnrecordedParts(engine, Date.now() + 60_000, KEPT_MS), 0);
    assert.deepEqual(await left(), ['20260101_2_2_0']);
  });

  it('keeps a part when the sources of a merge that contains it may already be deleted', async () => {
    const { engine, left } = await table(['20260101_1_1_0'], []);
    assert.equal(await putAsideUnrecordedParts(engine, LONG_AGO, KEPT_MS, Date.now() + 460_000), 0);
    assert.deepEqual(await left(), ['20260101_1_1_0']);
  });

  it('finds a part after a truncated line of the token log, which it removes', async () => {
    const { engine, left, log } = await table(
      ['20260101_1_1_0', '20260101_2_2_0'],
      [line('20260101_1_1_0'), '1\t20260101_2_2_0\t2026'],
    );
    assert.equal(await putAsideUnrecordedParts(engine, LONG_AGO, KEPT_MS), 1);
    assert.deepEqual(await left(), ['20260101_1_1_0']);
    assert.equal(await log(), `${line('20260101_1_1_0')}\n`);
  });

  it('takes the last line for truncated when no line break follows it, because its number may have lost digits', async () => {
    const whole = `${line('20260101_1_1_0')}\n`;
    const { engine, left, log, setLog } = await table(['20260101_1_1_0', '20260101_2_2_0'], []);
    await setLog(`${whole}${line('20260101_2_2_0').slice(0, -1)}`);
    assert.equal(await putAsideUnrecordedParts(engine, LONG_AGO, KEPT_MS), 1);
    assert.deepEqual(await left(), ['20260101_1_1_0']);
    assert.equal(await log(), whole);
  });
});
