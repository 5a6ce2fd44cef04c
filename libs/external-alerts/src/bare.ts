import type { ExternalAlert } from './external-alert.js';

/** An alert of which nothing but the key is known. */
export function bareAlert({
  wire,
  status,
  dedupKey,
}: Pick<ExternalAlert, 'wire' | 'status' | 'dedupKey'>): ExternalAlert {
  return {
    wire,
    status,
    dedupKey,
    name: '',
    severity: undefined,
    labels: {},
    annotations: {},
    startsAt: undefined,
    endsAt: undefined,
    expiresAt: undefined,
  };
}
