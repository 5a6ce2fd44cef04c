import assert from 'node:assert/strict';
import type { ApiKey } from '../../gen/api.js';
import { describeEffects, type Concerned } from './describe-effects.js';
import { refuseLimit, toSecurityBody, toSecurityDraft } from './security.js';

const NONE = { ssoOnly: false, secondFactor: false, keyDays: '', idleMinutes: '' };
const NOW = Date.parse('2026-11-30T00:00:00Z');

function keyUntil(expires?: string, rest: Partial<ApiKey> = {}): ApiKey {
  const base = { id: 'k', name: 'k', prefix: '', scopes: [], publishable: false, allowed_origins: [] };
  return { ...base, ...(expires !== undefined && { expires_at: expires }), ...rest };
}

describe('the rules for signing in', () => {
  it('are sent as a whole, with the version that was read', () => {
    const rules = { sso_only: true, second_factor_required: false, max_api_key_lifetime_days: 90 };
    const draft = toSecurityDraft({ ...rules, session_idle_minutes: 0 });
    assert.deepEqual(draft, { ssoOnly: true, secondFactor: false, keyDays: '90', idleMinutes: '' });
    assert.deepEqual(toSecurityBody(draft, 7), { ...rules, session_idle_minutes: 0, expected_version: 7 });
  });

  it.each([
    ['keyDays', '0', false],
    ['keyDays', '3650', true],
    ['keyDays', '3651', false],
    ['idleMinutes', '4', false],
    ['idleMinutes', '5', true],
    ['idleMinutes', '', true],
    ['idleMinutes', '1.5', false],
  ] as const)('takes as %s what the service takes: %p', (name, text, isValid) => {
    assert.equal(refuseLimit(name, text) === undefined, isValid);
  });
});

describe('the effects of rules', () => {
  const concerned: Concerned = { others: 3, keys: [], nowMs: NOW };
  const effects = (after: Partial<typeof NONE>, known: Partial<Concerned> = {}, before: Partial<typeof NONE> = {}) =>
    describeEffects({ ...NONE, ...before }, { ...NONE, ...after }, { ...concerned, ...known }).join(' ');

  it('say nothing where nothing changes', () => {
    assert.equal(effects({}), '');
    assert.equal(effects({ keyDays: '90' }, {}, { keyDays: '90' }), '');
  });

  it('say who is locked out', () => {
    assert.match(effects({ ssoOnly: true }), /All 3 others are signed out at once/);
    assert.match(effects({ ssoOnly: true }, { others: 1 }), /The other member is signed out/);
    assert.match(effects({ ssoOnly: true }, { others: undefined }), /All other members are signed out/);
    assert.doesNotMatch(effects({ ssoOnly: true }, { others: 0 }), /signed out/);
    assert.match(effects({ secondFactor: true }), /can do nothing but set one up/);
    assert.match(effects({}, {}, { ssoOnly: true }), /password can sign in/);
  });

  it('count the keys that last longer', () => {
    const keys = [
      keyUntil(),
      keyUntil('2027-11-30T00:00:00Z'),
      keyUntil('2026-12-01T00:00:00Z'),
      keyUntil(undefined, { publishable: true }),
      keyUntil(undefined, { revoked_at: '2026-01-01T00:00:00Z' }),
    ];
    assert.match(effects({ keyDays: '30' }, { keys }), /2 existing keys last longer/);
    assert.match(
      effects({ keyDays: '3650' }, { keys }),
      /One existing key lasts longer, and stays valid until revoked/,
    );
    assert.match(effects({ keyDays: '30' }, { keys: undefined }), /stay as they are/);
    assert.match(effects({ keyDays: '30' }), /No existing key lasts longer/);
  });

  it('say when idle sessions end', () => {
    assert.match(effects({ idleMinutes: '30' }), /end after 30 minutes without activity/);
    assert.match(effects({}, {}, { idleMinutes: '30' }), /only when they expire/);
  });
});
