import assert from 'node:assert/strict';
import { isImmutable, isLeftOut, segmentNumber } from './layout.js';

const TABLE = 'columnar/engine/store/56e/56ed57dd-3a46-4872-8530-6cd5d005aa6a';

describe('files of a backup', () => {
  it('leaves out files of running processes', () => {
    for (const path of ['run', 'postgres/data/postmaster.pid', 'event-log/lock.mdb', `${TABLE}/tmp_merge_all_1_2_1`])
      assert.ok(isLeftOut(path), path);
    for (const path of ['secrets.json', 'postgres/data/PG_VERSION', 'columnar/write-record', `${TABLE}/30-20614_1_1_0`])
      assert.ok(!isLeftOut(path), path);
  });

  it('links only files that never change', () => {
    for (const path of ['30-20614_1_1_0/data.bin', '30-20614_1_9_2_12/data.cmrk3', 'a_1_1_0/primary.cidx'])
      assert.ok(isImmutable(`${TABLE}/${path}`), path);
    for (const path of [
      '30-20614_1_1_0/metadata_version.txt',
      'mutation_3.txt',
      'deduplication_logs/deduplication_log_1.txt',
    ])
      assert.ok(!isImmutable(`${TABLE}/${path}`), path);
    assert.ok(!isImmutable('postgres/data/base/1/2619'));
  });

  it('names segments of the event log by number', () => {
    assert.deepEqual(['event-log/values-12', 'event-log/data.mdb'].map(segmentNumber), [12, undefined]);
  });
});
