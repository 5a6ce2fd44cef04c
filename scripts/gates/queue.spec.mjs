import assert from 'node:assert/strict';
import { createQueue } from './queue.mjs';
import { spareMeter } from './spare.mjs';

describe('the queue of the gate', () => {
  it('gives those that kill to one lane, one after the other, while there is anything else', async () => {
    const task = (name, kind) => ({ name, kind });
    const queue = createQueue([task('a', 'jest'), task('b', 'alone'), task('c', 'service'), task('d', 'alone')]);
    const [begun, ends] = [[], []];
    const run = ({ name }) => {
      begun.push(name);
      return new Promise((resolve) => ends.push(resolve));
    };
    queue.runNext(run);
    queue.runNext(run);
    queue.runNext(run);
    assert.deepEqual(begun, ['b', 'a', 'c']);
    const last = queue.runNext(run);
    assert.deepEqual(begun, ['b', 'a', 'c', 'd']);
    for (const end of ends) end();
    assert.equal(await last, true);
    assert.equal(await queue.runNext(run), false);
  });

  it('gives only what needs no service to a third lane', () => {
    const queue = createQueue([{ kind: 'service' }, { kind: 'jest', name: 'a' }, { kind: 'alone' }]);
    assert.equal(queue.takeSmall().name, 'a');
    assert.equal(queue.hasSmall(), false);
    assert.equal(queue.takeSmall(), undefined);
  });
});

describe('the meter of idle processors', () => {
  it('counts what was idle since it was asked before', () => {
    const times = (idle, user) => ({ times: { idle, user, nice: 0, sys: 0, irq: 0 } });
    const readings = [
      [times(1_000, 0), times(1_000, 0)],
      [times(1_400, 600), times(1_800, 200)],
      [times(1_400, 1_600), times(1_800, 1_200)],
    ];
    const spare = spareMeter(() => readings.shift());
    assert.equal(spare(), 1.2);
    assert.equal(spare(), 0);
  });
});
