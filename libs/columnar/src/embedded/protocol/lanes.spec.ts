import assert from 'node:assert/strict';
import { Lane } from './lanes.js';

const never = new AbortController().signal;
const FOREVER = Number.POSITIVE_INFINITY;

describe('Lane', () => {
  it('runs as many statements as it has places, and admits the others in order', async () => {
    const lane = new Lane({ running: 2, waiting: 10 });
    const leaveFirst = await lane.enter(never, FOREVER);
    await lane.enter(never, FOREVER);
    const order: number[] = [];
    const third = lane.enter(never, FOREVER).then((leave) => (order.push(3), leave));
    const fourth = lane.enter(never, FOREVER).then((leave) => (order.push(4), leave));
    await Promise.resolve();
    assert.deepEqual(order, []);
    leaveFirst();
    (await third)();
    await fourth;
    assert.deepEqual(order, [3, 4]);
  });

  it('refuses immediately when its queue is full', async () => {
    const lane = new Lane({ running: 1, waiting: 1 });
    const leave = await lane.enter(never, FOREVER);
    const queued = lane.enter(never, FOREVER);
    await assert.rejects(lane.enter(never, FOREVER), { code: 202 });
    leave();
    await queued;
  });

  it('releases a place once, also when it is left several times', async () => {
    const lane = new Lane({ running: 1, waiting: 0 });
    const leave = await lane.enter(never, FOREVER);
    leave();
    leave();
    await lane.enter(never, FOREVER);
    await assert.rejects(lane.enter(never, FOREVER), { code: 202 });
  });

  it('removes a statement from the queue when it times out or is cancelled', async () => {
    const lane = new Lane({ running: 1, waiting: 2 });
    const leave = await lane.enter(never, FOREVER);
    const controller = new AbortController();
    const aborted = assert.rejects(lane.enter(controller.signal, FOREVER), { code: 394 });
    const late = assert.rejects(lane.enter(never, performance.now() + 1), { code: 159 });
    controller.abort();
    await Promise.all([aborted, late]);
    leave();
    await lane.enter(never, FOREVER);
  });

  it('gives places to projects by turns', async () => {
    const lane = new Lane({ running: 1, waiting: 10 });
    const leave = await lane.enter(never, FOREVER, 1);
    const order: number[] = [];
    const enter = async (project: number) => {
      const next = await lane.enter(never, FOREVER, project);
      order.push(project);
      next();
    };
    const entries = [1, 1, 1, 2].map(enter);
    leave();
    await Promise.all(entries);
    assert.deepEqual(order, [1, 2, 1, 1]);
  });

  it('does not admit a statement that was cancelled before it was queued', async () => {
    const lane = new Lane({ running: 1, waiting: 2 });
    await lane.enter(never, FOREVER);
    await assert.rejects(lane.enter(AbortSignal.abort(), FOREVER), { code: 394 });
  });
});
