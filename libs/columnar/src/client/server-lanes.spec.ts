import assert from 'node:assert/strict';
import { ServerLanes } from './server-lanes.js';

const never = new AbortController().signal;

describe('ServerLanes', () => {
  it('gives one project half of the places, and the next one to another project immediately', async () => {
    const lanes = new ServerLanes(4);
    const enter = (project: number) => lanes.enter('interactive', project, never, 10_000);
    const held = [await enter(1), await enter(1)];
    let isAdmitted = false;
    const third = enter(1).then((place) => ((isAdmitted = true), place));
    const other = await enter(2);
    assert.equal(isAdmitted, false);
    held[0]?.[Symbol.dispose]();
    for (const place of [await third, other]) place[Symbol.dispose]();
  });

  it('separates the lanes, and lets health checks pass', async () => {
    const lanes = new ServerLanes(2);
    await lanes.enter('interactive', 1, never, 10_000);
    await lanes.enter('interactive', 2, never, 10_000);
    await lanes.enter('background', 1, never, 10_000);
    await lanes.enter('probe', undefined, never, 10_000);
    await assert.rejects(lanes.enter('interactive', 3, never, 1), { code: 159 });
  });
});
