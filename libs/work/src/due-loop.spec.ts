import assert from 'node:assert/strict';
import { eventually } from '@svc/test-servers';
import { DueLoop, type DueLoopOptions } from './due-loop.js';

describe('DueLoop', () => {
  const loops: DueLoop[] = [];
  afterEach(async () => {
    for (const loop of loops.splice(0)) await loop.stop();
  });

  const open = (pass: DueLoopOptions['pass'], watch?: DueLoopOptions['watch']) => {
    const warnings: unknown[] = [];
    const logger = { warn: (...line: unknown[]) => void warnings.push(line) } as unknown as DueLoopOptions['logger'];
    const loop = new DueLoop({ watch, pass, logger, warning: 'could not work; retrying', fields: { queue: 'q' } });
    loops.push(loop);
    return { loop, warnings };
  };

  /** A pass that ends when the test lets it. */
  const heldPass = () => {
    const held: PromiseWithResolvers<boolean>[] = [];
    const pass = (): Promise<boolean> => {
      const next = Promise.withResolvers<boolean>();
      held.push(next);
      return next.promise;
    };
    return { held, pass };
  };

  it('makes no pass before it is started', () => {
    let passes = 0;
    const { loop } = open(() => Promise.resolve(++passes < 0));
    loop.wake();
    assert.equal(passes, 0);
    loop.start().wake();
    assert.equal(passes, 1);
  });

  it('makes one pass at a time, and another one after wake-ups during a pass', async () => {
    const { held, pass } = heldPass();
    const { loop } = open(pass);
    loop.start().wake();
    loop.wake();
    loop.wake();
    assert.equal(held.length, 1);
    held[0]?.resolve(false);
    await eventually('the second pass begins', () => held.length > 1);
    held[1]?.resolve(false);
    await loop.stop();
    assert.equal(held.length, 2);
  });

  it('repeats the pass at once while more may be due', async () => {
    let left = 3;
    const { loop } = open(() => Promise.resolve(--left > 0));
    loop.start().wake();
    await eventually('nothing is left', () => left === 0);
  });

  it('warns once in an outage, and again after a pass that succeeded', async () => {
    const outcomes = [false, false, true, false];
    let passes = 0;
    const { loop, warnings } = open(() => {
      const isSuccess = outcomes[passes++];
      return isSuccess ? Promise.resolve(false) : Promise.reject(new Error(`pass ${passes}`));
    });
    loop.start();
    for (const [nth] of outcomes.entries()) {
      await eventually(`pass ${nth} begins`, () => {
        if (passes <= nth) loop.wake();
        return passes > nth;
      });
    }
    await loop.stop();
    assert.deepEqual(warnings, [
      [{ queue: 'q', err: new Error('pass 1') }, 'could not work; retrying'],
      [{ queue: 'q', err: new Error('pass 4') }, 'could not work; retrying'],
    ]);
  });

  it('stops watching, aborts the pass that runs, waits for it and does not warn about it', async () => {
    const running = Promise.withResolvers<boolean>();
    let wake = (): void => assert.fail('is not watched');
    let isWatched = false;
    const events: string[] = [];
    const { loop, warnings } = open(
      () => {
        loop.signal.addEventListener('abort', () => events.push('aborted'));
        return running.promise;
      },
      (next) => {
        wake = next;
        isWatched = true;
        return () => void (isWatched = false);
      },
    );
    loop.start();
    wake();
    const stopped = loop.stop().then(() => events.push('stopped'));
    assert.equal(isWatched, false);
    assert.deepEqual(events, ['aborted']);
    running.reject(new Error('aborted'));
    await stopped;
    wake();
    assert.deepEqual(events, ['aborted', 'stopped']);
    assert.deepEqual(warnings, []);
  });
});
