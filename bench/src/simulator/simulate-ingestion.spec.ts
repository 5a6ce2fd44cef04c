import assert from 'node:assert/strict';
import type { Scenario } from './scenario.js';
import { evenShares, partitionShares, zipf } from './shares.js';
import { simulateIngestion } from './simulate-ingestion.js';

const QUIET: Scenario = {
  rowsPerSecond: 1_000,
  shares: evenShares(4),
  sinks: { count: 2, rowsPerSecond: 1_000, takeoverSeconds: 30, joinSeconds: 3 },
  shards: { count: 1, rowsPerSecond: 10_000 },
  seconds: 300,
};

describe('the simulation of ingestion', () => {
  it('stores everything at once while capacity is left', () => {
    const { maxLag, utilisation } = simulateIngestion(QUIET);
    assert.equal(maxLag, 0);
    assert.ok(Math.abs(utilisation - 0.5) < 0.01);
  });

  it('lets what a lost process would have taken wait until another one takes over', () => {
    const { maxLag, recoverySeconds } = simulateIngestion({
      ...QUIET,
      failure: { kind: 'sink', at: 60, seconds: 120 },
    });
    // Half of the rows for 30 seconds; then the other process has no capacity to spare until the first one returns, whose partitions have
    // everything that waits.
    assert.ok(Math.abs(maxLag - 18_000) < 600, String(maxLag));
    assert.ok(recoverySeconds !== undefined && recoverySeconds > 120 && recoverySeconds < 160);
  });

  it('never recovers from more than the sinks or the shards can store', () => {
    for (const scenario of [
      { ...QUIET, rowsPerSecond: 2_100 },
      { ...QUIET, shards: { count: 1, rowsPerSecond: 900 } },
    ])
      assert.equal(simulateIngestion(scenario).recoverySeconds, undefined);
  });

  it('holds back only the partitions that a lost broker led, and none for long if they have replicas', () => {
    const broker = { kind: 'broker', at: 60, seconds: 100, brokers: 4 } as const;
    const alone = simulateIngestion({ ...QUIET, failure: { ...broker, electionSeconds: undefined } });
    const replicated = simulateIngestion({ ...QUIET, failure: { ...broker, electionSeconds: 10 } });
    assert.deepEqual([alone.maxLag, replicated.lateSeconds], [25_000, 12]);
    assert.equal(replicated.maxLag, 2_500);
  });

  it('loses no row: what arrives is stored or waits', () => {
    const { lag } = simulateIngestion({
      ...QUIET,
      failure: { kind: 'shard', at: 60, seconds: 50, failoverSeconds: undefined },
    });
    assert.equal(lag[Math.round((60 + 49.5) / 0.5)], 50_000);
  });
});

describe('shares of partitions', () => {
  it('are uneven where the most frequent key has more than a partition can hold', () => {
    const shares = partitionShares(zipf(1_000, 1.2), 12);
    assert.ok(Math.abs(shares.reduce((sum, share) => sum + share, 0) - 1) < 1e-9);
    assert.ok(Math.max(...shares) > 2 / 12);
    const { recoverySeconds } = simulateIngestion({
      ...QUIET,
      shares,
      sinks: { ...QUIET.sinks, count: 12, rowsPerSecond: 150 },
    });
    assert.equal(recoverySeconds, undefined);
  });
});
