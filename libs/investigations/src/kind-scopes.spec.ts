import assert from 'node:assert/strict';
import { KIND_SCOPES, unreadableKinds } from './kind-scopes.js';

describe('the kinds that somebody may not read', () => {
  it.each([
    ['change', 'flags:read'],
    ['change', 'releases:read'],
    ['log_pattern', 'logs:read'],
    ['log_pattern', 'traces:read'],
    ['affected_accounts', 'groups:read'],
  ] as const)('contain %s without %s', (kind, missing) => {
    const all = [...new Set(Object.values(KIND_SCOPES).flat())];
    assert.deepEqual(unreadableKinds(all), []);
    assert.ok(unreadableKinds(all.filter((scope) => scope !== missing)).includes(kind));
  });
});
