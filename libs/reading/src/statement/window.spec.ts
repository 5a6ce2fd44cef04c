import assert from 'node:assert/strict';
import { ServiceError } from '@svc/service-error';
import { testScope } from '../testing/index.js';
import { isEmpty, NANOSECONDS_PER_DAY, NANOSECONDS_PER_HOUR, toTimestamp } from '../time/index.js';
import { resolveWindow } from './window.js';

const NOW_MS = 1_795_200_000_123;
const now = BigInt(NOW_MS) * 1_000_000n;
const scope = testScope(1);
const at = (time: bigint) => toTimestamp(time);
const refusedPath = (path: string) => (error: unknown) =>
  error instanceof ServiceError && error.code === 'invalid_request' && error.details[0]?.path === path;

describe('resolveWindow', () => {
  it('returns the last hour unless the request says otherwise', () => {
    assert.deepEqual(resolveWindow({}, scope, NOW_MS), { from: now - NANOSECONDS_PER_HOUR, to: now });
    const end = now - NANOSECONDS_PER_DAY;
    assert.deepEqual(resolveWindow({ endTime: at(end) }, scope, NOW_MS), { from: end - NANOSECONDS_PER_HOUR, to: end });
    assert.deepEqual(resolveWindow({ startTime: at(end) }, scope, NOW_MS), { from: end, to: now });
  });

  it('keeps nanoseconds', () => {
    const bounds = { startTime: at(now - 3n), endTime: at(now - 1n) };
    assert.deepEqual(resolveWindow(bounds, scope, NOW_MS), { from: now - 3n, to: now - 1n });
  });

  it('refuses a window that ends before it starts, naming the field', () => {
    const bounds = { startTime: at(now - 5n), endTime: at(now - 5n) };
    assert.throws(() => resolveWindow(bounds, scope, NOW_MS), refusedPath('end_time'));
    assert.throws(() => resolveWindow({ startTime: at(now + 1n) }, scope, NOW_MS), refusedPath('start_time'));
  });

  it('narrows the window to the storable range', () => {
    const all = resolveWindow({ startTime: at(0n), endTime: at(now * 2n) }, scope, NOW_MS);
    assert.deepEqual(all, { from: now - 30n * NANOSECONDS_PER_DAY, to: now + NANOSECONDS_PER_DAY });
    assert.ok(isEmpty(resolveWindow({ startTime: at(1n), endTime: at(2n) }, scope, NOW_MS)));
  });
});
