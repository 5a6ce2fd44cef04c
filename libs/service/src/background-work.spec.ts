import assert from 'node:assert/strict';
import { createLogger } from '@svc/observability';
import { eventually } from '@svc/test-servers';
import { BackgroundWork } from './background-work.js';

describe('BackgroundWork', () => {
  const lines: unknown[] = [];
  const logger = Object.assign(createLogger({ service: 'query', level: 'silent' }), {
    warn: (_: object, message: string) => lines.push(message),
  });

  it('runs immediately when woken, never twice at a time, and waits for the end when stopped', async () => {
    let [begun, ended] = [0, 0];
    const work = new BackgroundWork(
      (stopping) => {
        begun++;
        return new Promise((resolve) => {
          stopping.addEventListener('abort', () => {
            ended++;
            resolve();
          });
        });
      },
      logger,
      '',
    );
    for (let times = 0; times < 3; times++) work.wake();
    assert.deepEqual([begun, ended], [1, 0]);
    await work.stop();
    work.wake();
    assert.deepEqual([begun, ended], [1, 1]);
  });

  it('continues after a failure and logs it once until it succeeds', async () => {
    const outcomes = [false, false, true, true, false];
    const work = new BackgroundWork(
      () => (outcomes.shift() === false ? Promise.reject(new Error('not now')) : Promise.resolve()),
      logger,
      'cannot work',
    );
    work.start(1);
    await eventually('done', () => Promise.resolve(outcomes.length === 0));
    await work.stop();
    assert.deepEqual(lines, ['cannot work', 'cannot work']);
  });
});
