import type { Visitor } from '../admission/authenticator.js';

/** Whether the user who is signed in in the browser may manage the connections of the organization's projects. */
export function mayManageConnections({ credential: { principal } }: Visitor): boolean {
  return principal.scopes.includes('connections:write');
}

/** The session and its user, as the integrations service identifies them. */
export function toCaller({ credential: { id, principal } }: Visitor) {
  return { credentialId: id, userId: principal.id };
}
