import type { Invitation } from '@svc/relational';
import { stateConflict } from '@svc/service-error';

export type InvitationState = 'pending' | 'accepted' | 'revoked' | 'expired';

type Times = Pick<Invitation, 'acceptedAt' | 'revokedAt' | 'expiresAt'>;

/** The state of an invitation. Accepted and revoked are final; only a pending invitation can expire. */
export function toInvitationState({ acceptedAt, revokedAt, expiresAt }: Times, nowMs: number): InvitationState {
  if (acceptedAt) return 'accepted';
  if (revokedAt) return 'revoked';
  return expiresAt.getTime() <= nowMs ? 'expired' : 'pending';
}

const REFUSALS: Readonly<Record<Exclude<InvitationState, 'pending'>, string>> = {
  accepted: 'The invitation was accepted already.',
  revoked: 'The invitation was revoked.',
  expired: 'The invitation has expired.',
};

/** @throws ServiceError state_conflict for an invitation that is not pending. */
export function requirePending(invitation: Times, nowMs: number): void {
  const state = toInvitationState(invitation, nowMs);
  if (state !== 'pending') throw stateConflict('status', state, REFUSALS[state]);
}
