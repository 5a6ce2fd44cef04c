import type { ConnectionAuthorization } from '@svc/relational';

/** A browser session and its user; both IDs are empty if the browser is not signed in. */
export interface AuthorizationCaller {
  readonly credentialId: string;
  readonly userId: string;
}

/**
 * Any user may confirm an authorization that a key started, and only the starter one that a user started. Afterwards it
 * belongs to one session. The gateway checks the scope of the user.
 */
export function mayConfirm(started: ConnectionAuthorization, { credentialId, userId }: AuthorizationCaller): boolean {
  if (credentialId === '' || userId === '') return false;
  if (started.isSession && started.userId !== userId) return false;
  return started.confirmedCredentialId === null || started.confirmedCredentialId === credentialId;
}

/** Condition of a statement that must not touch what another session has confirmed in the meantime. */
export const confirmableBy = ({ credentialId }: AuthorizationCaller) => ({
  OR: [{ confirmedCredentialId: null }, { confirmedCredentialId: credentialId }],
});

/** Only the session that confirmed an authorization completes it. */
export function mayComplete(started: ConnectionAuthorization, { credentialId, userId }: AuthorizationCaller): boolean {
  return started.confirmedCredentialId === credentialId && started.confirmedUserId === userId;
}
