import assert from 'node:assert/strict';
import { MemoryStore } from '@svc/cache';
import { ServiceError } from '@svc/service-error';
import { SharedAnswers } from './shared-answers.js';

describe('shared answers', () => {
  const START = 1_000_000;
  let now = START;
  let computed = 0;
  const open = () => {
    now = START;
    computed = 0;
    return new SharedAnswers(new MemoryStore({ now: () => now }).cache);
  };
  const compute = () => Promise.resolve(String(++computed));

  it('computes an answer once for concurrent callers', async () => {
    const answers = open();
    const all = await Promise.all(Array.from({ length: 10 }, () => answers.get('a', 0, compute)));
    assert.deepEqual(new Set(all), new Set(['1']));
    assert.equal(await answers.get('a', 0, compute), '2');
  });

  it('keeps an answer for its time, each for its question', async () => {
    const answers = open();
    assert.equal(await answers.get('a', 1000, compute), '1');
    assert.equal(await answers.get('b', 1000, compute), '2');
    now = START + 999;
    assert.equal(await answers.get('a', 1000, compute), '1');
    now = START + 1001;
    assert.equal(await answers.get('a', 1000, compute), '3');
  });

  it('computes an answer again when the first caller has left, and shares no failure', async () => {
    const answers = open();
    const leaving = answers.get('a', 1000, () => Promise.reject(new ServiceError('cancelled')));
    const waiting = [answers.get('a', 1000, compute), answers.get('a', 1000, compute)];
    await assert.rejects(leaving, { code: 'cancelled' });
    assert.deepEqual(await Promise.all(waiting), ['1', '1']);
    const failing = () => Promise.reject(new ServiceError('unavailable'));
    const failed = await Promise.allSettled([answers.get('c', 1000, failing), answers.get('c', 1000, failing)]);
    assert.deepEqual(
      failed.map(({ status }) => status),
      ['rejected', 'rejected'],
    );
    assert.equal(await answers.get('c', 1000, compute), '2');
  });
});
