import { test } from 'node:test';

/** Registers a test that is skipped by name, or fails where `SVC_REQUIRE_ALL=1` allows no skip. */
export function skipAloud(name: string, reason: string): void {
  test(name, (t) => {
    if (process.env['SVC_REQUIRE_ALL'] === '1') throw new Error(`${name} must run here: ${reason}`);
    t.skip(`${name}: ${reason}`);
  });
}
