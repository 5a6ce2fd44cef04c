import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { historyIn } from './history.mjs';

describe('the history of the gate', () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'gate-history-'));
  afterAll(() => rmSync(directory, { recursive: true }));
  const run = (passed) => ({
    date: '2026-01-02T03:04:05.678Z',
    commit: '0123456789abcdef',
    minutes: 20.04,
    cpuSeconds: 2_100.4,
    passed,
    failed: 0,
    repeated: ['unit: a.spec.ts'],
  });

  it('shows the last runs, the newest at the end', () => {
    const history = historyIn(path.join(directory, 'gate', 'runs.jsonl'));
    assert.deepEqual(history.lines(), []);
    for (let passed = 1; passed <= 60; passed += 1) history.add(run(passed));
    const lines = history.lines();
    assert.equal(lines.length, 6);
    assert.equal(lines.at(-1), '2026-01-02 03:04Z 01234567: 20.0 minutes, 2100 CPU s, 60 passed, 0 failed, 1 repeated');
  });
});
