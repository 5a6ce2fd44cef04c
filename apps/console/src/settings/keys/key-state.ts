import type { ApiKey } from '../../gen/api.js';

export type KeyState = 'active' | 'revoked' | 'expired';

/** Whether a key still works. */
export function toState({ revoked_at: revoked, expires_at: expires }: ApiKey, nowMs: number): KeyState {
  if (revoked !== undefined) return 'revoked';
  return expires !== undefined && Date.parse(expires) <= nowMs ? 'expired' : 'active';
}
