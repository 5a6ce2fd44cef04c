import assert from 'node:assert/strict';
import { toState } from './key-state.js';
import { readOrigins, refuseScope, scopesOf } from './presets.js';

const scope = (name: string, held = true) => ({ name, held, description: '', roles: [] });
const ALL = [
  scope('analytics:write'),
  scope('flags:evaluate'),
  scope('logs:read'),
  scope('traces:read', false),
  scope('telemetry:write'),
];

describe('the scopes of a new key', () => {
  it('come from a preset, as far as the user has them', () => {
    assert.deepEqual(scopesOf('send', ALL), ['analytics:write', 'telemetry:write']);
    assert.deepEqual(scopesOf('read', ALL), ['logs:read']);
    assert.deepEqual(scopesOf('evaluate', ALL), ['flags:evaluate']);
    assert.deepEqual(scopesOf('none', ALL), []);
  });

  it('are refused with a reason', () => {
    assert.match(refuseScope(scope('logs:read', false), false) ?? '', /do not have/);
    assert.match(refuseScope(scope('logs:read'), true) ?? '', /publishable/);
    assert.equal(refuseScope(scope('logs:read'), false), undefined);
    assert.equal(refuseScope(scope('telemetry:write'), true), undefined);
  });
});

describe('a key', () => {
  it('is active until it is revoked or expires', () => {
    const key = { id: '', name: '', prefix: '', scopes: [], publishable: false, allowed_origins: [] };
    const expires_at = '2026-11-30T00:00:00Z';
    const end = Date.parse(expires_at);
    assert.equal(toState(key, end), 'active');
    assert.equal(toState({ ...key, expires_at }, end - 1), 'active');
    assert.equal(toState({ ...key, expires_at }, end), 'expired');
    assert.equal(toState({ ...key, expires_at, revoked_at: expires_at }, 0), 'revoked');
  });

  it('is for the origins that are typed', () => {
    assert.deepEqual(readOrigins(' https://a.example,\nhttps://b.example '), [
      'https://a.example',
      'https://b.example',
    ]);
    assert.deepEqual(readOrigins(' '), []);
  });
});
