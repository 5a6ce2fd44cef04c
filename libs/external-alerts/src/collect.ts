import { ServiceError, type ErrorDetail } from '@svc/service-error';
import type { ExternalAlert, Received } from './external-alert.js';
import { LIMITS } from './limits.js';

/**
 * Reads the alerts of a request one by one. An invalid one does not keep the others from counting, because senders of many alerts do not
 * repeat a request that was refused.
 */
export function collect(
  sent: readonly unknown[],
  read: (alert: unknown, index: number) => ExternalAlert,
  dropped: Received['dropped'] = {},
): Received {
  const alerts: ExternalAlert[] = [];
  const faults: ErrorDetail[] = [];
  for (const [index, alert] of sent.entries()) {
    try {
      alerts.push(read(alert, index));
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code !== 'invalid_request') throw error;
      if (faults.length < LIMITS.faults) faults.push(...error.details);
    }
  }
  return { alerts, faults, dropped };
}

/** The result of a request about one alert. */
export function single(alert: ExternalAlert): Received {
  return { alerts: [alert], faults: [], dropped: {} };
}
