import assert from 'node:assert/strict';
import type { Resolution } from './lifecycle.js';
import { regresses } from './regression.js';

const AT = '2026-02-01T00:00:00.000Z';
const at = (hours: number): bigint => BigInt(Date.parse(AT) + hours * 3_600_000) * 1_000_000n;
const NOW: Resolution = { kind: 'now', by: 'k', at: AT };
const NEXT: Resolution = { kind: 'next_release', release: '1.10', by: 'k', at: AT };
const compare = (a: string, b: string): number => a.localeCompare(b, 'en', { numeric: true });

describe('a resolved issue', () => {
  for (const [what, resolution, hours, release, expected] of [
    ['any later event', NOW, 0.001, '', true],
    ['an event of an old release, if releases do not matter', NOW, 1, '0.1', true],
    ['an event of the time of the resolution', NOW, 0, '2.0', false],
    ['an event of the time before the resolution that arrives late', NOW, -1, '2.0', false],
    ['an event of a later release', NEXT, 1, '1.11', true],
    ['an event of a later release of the time before the resolution', NEXT, -1, '1.11', false],
    ['an event of the current release', NEXT, 1, '1.10', false],
    ['an event of an earlier release, however late', NEXT, 1_000, '1.9', false],
    ['an event without a release within 24 hours', NEXT, 23.9, '', false],
    ['an event without a release after 24 hours', NEXT, 24, '', true],
    ['an event of any release if there was none', { ...NOW, kind: 'next_release' }, 1, '0.1', true],
    ['an event without a release if there was none', { ...NOW, kind: 'next_release' }, 1, '', false],
  ] as const)
    it(`${expected ? 'regresses with' : 'stays resolved after'} ${what}`, () => {
      assert.equal(regresses(resolution, { lastSeen: at(hours), release }, compare), expected);
    });
});
