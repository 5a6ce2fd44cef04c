/**
 * Reason why a provider issued no tokens:
 *
 * - `invalid_grant`: the code or the refresh token is not valid, or no longer valid.
 * - `rejected`: the provider refuses the client or the request.
 * - `rate_limited`: the provider requested a pause.
 * - `unavailable`: no connection, a timeout, or an invalid answer.
 */
export type OAuthFailure = 'invalid_grant' | 'rejected' | 'rate_limited' | 'unavailable';

/** It contains nothing that the provider sent. */
export class OAuthError extends Error {
  override readonly name = 'OAuthError';

  constructor(
    readonly failure: OAuthFailure,
    /** Pause that the provider requested. */
    readonly retryAfterMs?: number,
    options?: ErrorOptions,
  ) {
    super(`The authorization server answered: ${failure}`, options);
  }
}
