import assert from 'node:assert/strict';
import { cpuBudget, threadMs } from './cpu-budget.js';
import { pace } from './pauses.js';

function spin(ms: number): void {
  const since = process.threadCpuUsage();
  for (;;) {
    const { user, system } = process.threadCpuUsage(since);
    if (user + system > ms * 1_000) return;
  }
}

describe('a budget of CPU time', () => {
  it('counts the work of promises and not the time that work waits', async () => {
    await cpuBudget('a pause', 20, () => pace(200));
    assert.ok((await threadMs(() => Promise.resolve().then(() => spin(20)))) >= 20);
  });

  it('reports work that needs more, with its name and each attempt', async () => {
    let attempts = 0;
    const work = (): void => {
      attempts += 1;
      spin(100);
    };
    await assert.rejects(cpuBudget('spinning', 1, work), /^AssertionError.*: spinning takes ([\d.]+, ){4}[\d.]+ units/);
    assert.equal(attempts, 5);
  });

  it('forgives attempts that something disturbed', async () => {
    let attempts = 0;
    const cost = await cpuBudget('the third attempt', 10, () => (attempts++ < 2 ? spin(300) : undefined));
    assert.equal(attempts, 3);
    assert.ok(cost < 10);
  });
});
