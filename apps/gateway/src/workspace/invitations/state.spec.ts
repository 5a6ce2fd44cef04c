import assert from 'node:assert/strict';
import { requirePending, toInvitationState } from './state.js';

const at = (ms: number) => new Date(ms);
const open = { acceptedAt: null, revokedAt: null, expiresAt: at(100) };

it('treats an invitation as pending until it expires', () => {
  assert.equal(toInvitationState(open, 99), 'pending');
  assert.equal(toInvitationState(open, 100), 'expired');
});

it('keeps a decided state, whatever the time', () => {
  for (const now of [0, 99, 100, 1000]) {
    assert.equal(toInvitationState({ ...open, acceptedAt: at(50) }, now), 'accepted');
    assert.equal(toInvitationState({ ...open, revokedAt: at(50) }, now), 'revoked');
  }
});

it('accepts only a pending invitation', () => {
  requirePending(open, 99);
  for (const [invitation, reason] of [
    [open, /expired/],
    [{ ...open, acceptedAt: at(1) }, /accepted/],
    [{ ...open, revokedAt: at(1) }, /revoked/],
  ] as const) {
    assert.throws(() => requirePending(invitation, 100), reason);
  }
});
