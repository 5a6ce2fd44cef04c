import assert from 'node:assert/strict';
import { idleMeter } from './idle-meter.mjs';
import { createQueue } from './queue.mjs';

describe('the queue of the gate', () => {
  /** Runs tasks of three lanes until the test ends them. */
  const begin = (...tasks) => {
    const queue = createQueue(tasks.map(([name, kind, place]) => ({ name, kind, place })));
    const begun = [];
    const ends = new Map();
    const next = () =>
      queue.runNext(({ name }) => {
        begun.push(name);
        return new Promise((resolve) => ends.set(name, resolve));
      });
    return { begun, next, end: (name) => ends.get(name)() };
  };

  it('begins with specs that kill services, one after the other while there is anything else', async () => {
    const { begun, next, end } = begin(['a', 'jest'], ['b', 'alone'], ['c', 'service'], ['d', 'alone']);
    const first = next();
    next();
    next();
    assert.deepEqual(begun, ['b', 'a', 'c']);
    next();
    assert.deepEqual(begun, ['b', 'a', 'c', 'd']);
    end('b');
    assert.equal(await first, true);
    assert.equal(await next(), false);
  });

  it('runs six processes once at a time while there is anything else', async () => {
    const [kills, service] = ['distributed, alone', 'distributed'];
    const { begun, next, end } = begin(
      ['a', 'jest', 'int'],
      ['b', 'service', service],
      ['c', 'alone', kills],
      ['d', 'jest', 'int'],
    );
    const first = next();
    next();
    assert.deepEqual(begun, ['c', 'a']);
    end('c');
    await first;
    next();
    assert.deepEqual(begun, ['c', 'a', 'b']);
  });

  it('runs six processes beside specs that kill one process, before anything else', () => {
    const { begun, next } = begin(
      ['a', 'jest', 'int'],
      ['b', 'service', 'distributed'],
      ['c', 'alone', 'standalone, alone'],
    );
    next();
    next();
    assert.deepEqual(begun, ['c', 'b']);
  });

  it('gives only tasks that need no service to a third lane', () => {
    const queue = createQueue([{ kind: 'service' }, { kind: 'jest', name: 'a' }, { kind: 'alone' }]);
    assert.equal(queue.takeSmall().name, 'a');
    assert.equal(queue.hasSmall(), false);
    assert.equal(queue.takeSmall(), undefined);
  });
});

describe('the meter of idle processors', () => {
  it('counts processors that were idle since the previous call', () => {
    const times = (idle, user) => ({ times: { idle, user, nice: 0, sys: 0, irq: 0 } });
    const readings = [
      [times(1_000, 0), times(1_000, 0)],
      [times(1_400, 600), times(1_800, 200)],
      [times(1_400, 1_600), times(1_800, 1_200)],
    ];
    const idle = idleMeter(() => readings.shift());
    assert.equal(idle(), 1.2);
    assert.equal(idle(), 0);
  });
});
