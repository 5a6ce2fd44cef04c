import type { EgressError, EgressFailure } from '@svc/outbound';

export type ProviderErrorCode =
  'provider_unauthorized' | 'provider_rate_limited' | 'provider_unavailable' | 'provider_rejected' | 'not_found';

const FINAL: ReadonlySet<ProviderErrorCode> = new Set(['provider_rejected', 'not_found']);

/** Why a provider did not do what it was asked. It contains nothing that the provider sent. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';

  constructor(
    readonly code: ProviderErrorCode,
    /** Pause that the provider requested. */
    readonly retryAfterMs?: number,
    options?: ErrorOptions,
  ) {
    super(`The provider answered: ${code}`, options);
  }

  /** Whether the same request can succeed later. */
  get isRetryable(): boolean {
    return !FINAL.has(this.code);
  }
}

const NOT_PERMITTED: ReadonlySet<EgressFailure> = new Set(['blocked_address', 'invalid_url', 'plain_http']);

/** The failure of a request without a complete response. */
export function toProviderError(error: EgressError): ProviderError {
  return new ProviderError(NOT_PERMITTED.has(error.failure) ? 'provider_rejected' : 'provider_unavailable', undefined, {
    cause: error,
  });
}
