import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { mock } from 'node:test';
import { Commits, Notifier, watchTransactions } from './notifier.js';
import { openTables, type Tables } from './storage/tables.js';

const EVERY_MS = 25;

describe('commits of other threads of the process', () => {
  let directory: string;
  let tables: Tables;
  let here: Commits;
  let elsewhere: Commits;
  beforeEach(() => {
    directory = mkdtempSync(path.join(tmpdir(), 'svc-commits-'));
    tables = openTables(directory, 1024 ** 3);
    here = new Commits(directory, EVERY_MS);
    // It announces every commit.
    elsewhere = new Commits(directory, 0);
    mock.timers.enable({ apis: ['setTimeout'] });
  });
  afterEach(async () => {
    mock.timers.reset();
    here.close();
    elsewhere.close();
    await tables.root.close();
    rmSync(directory, { recursive: true });
  });
  let committed = 0;
  const commit = (): void => {
    committed += 1;
    void tables.root.transactionSync(() => tables.counters.put('bytes', committed));
    elsewhere.announce();
  };
  /** Lets messages of other threads arrive, without any time passing for timers. */
  const turns = async (isEnough: () => boolean = () => false): Promise<void> => {
    for (let n = 0; n < 1_000 && !isEnough(); n++) await new Promise((resolve) => setImmediate(resolve));
  };

  it('notices commits when they are announced, and by checks, until the watch ends', async () => {
    let noticed = 0;
    const changed = new Notifier();
    const wait = async (): Promise<void> => {
      for (;;) {
        await changed.wait(1e9, new AbortController().signal);
        noticed += 1;
      }
    };
    void wait();
    const end = watchTransactions(tables, changed, { everyMs: EVERY_MS, commits: here });
    await turns(() => noticed === 1);
    assert.equal(noticed, 1, 'the first check');

    // Soon after a change there is a check anyway.
    commit();
    await turns();
    assert.equal(noticed, 1);
    mock.timers.tick(EVERY_MS);
    await turns(() => noticed === 2);
    assert.equal(noticed, 2, 'the next check');

    mock.timers.tick(EVERY_MS);
    commit();
    await turns(() => noticed === 3);
    assert.equal(noticed, 3, 'the announcement');

    mock.timers.tick(EVERY_MS);
    end();
    commit();
    mock.timers.tick(1_000 * EVERY_MS);
    await turns();
    assert.equal(noticed, 3);
  });

  it('announces commits at most once in an interval', async () => {
    const often = new Commits(directory, 1e9);
    let heard = 0;
    here.onAnnounced(() => (heard += 1));
    for (let n = 0; n < 5; n++) often.announce();
    await turns();
    assert.equal(heard, 1);
    often.close();
  });
});
