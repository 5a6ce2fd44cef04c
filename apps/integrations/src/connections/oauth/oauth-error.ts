/**
 * Why a provider gave no tokens:
 *
 * - `invalid_grant`: the code or the refresh token is not valid, or not any more.
 * - `rejected`: the provider refuses the client or the request.
 * - `rate_limited`: the provider asked to wait.
 * - `unavailable`: no connection, a timeout, or an answer that is none.
 */
export type OAuthFailure = 'invalid_grant' | 'rejected' | 'rate_limited' | 'unavailable';

/** It contains nothing that the provider sent. */
export class OAuthError extends Error {
  override readonly name = 'OAuthError';

  constructor(
    readonly failure: OAuthFailure,
    /** How long the provider asked to wait. */
    readonly retryAfterMs?: number,
    options?: ErrorOptions,
  ) {
    super(`The authorization server answered: ${failure}`, options);
  }
}
