import type { ExportsCreateRequest } from '../gen/api.js';
import type { ScopeQuery } from '../scope/scope.js';

export const FORMATS = ['csv', 'json', 'parquet'] as const;
export const SIGNALS = ['logs', 'traces', 'metrics', 'errors', 'events', 'persons', 'agent_runs'] as const;

/** An export as it is typed. */
export interface ExportForm {
  readonly signal: (typeof SIGNALS)[number];
  readonly format: (typeof FORMATS)[number];
  readonly q: string;
  /** An exact service name. */
  readonly service: string;
  /** The name of a metric or of an event. */
  readonly name: string;
}

export const NEW_EXPORT: ExportForm = { signal: 'logs', format: 'csv', q: '', service: '', name: '' };

/** Which filters exports of a signal have. */
export function filtersOf(signal: ExportForm['signal']) {
  const hasTimes = signal !== 'persons';
  return {
    hasTimes,
    hasQuery: signal === 'logs' || signal === 'traces' || signal === 'errors',
    hasService: hasTimes && signal !== 'events',
    name: signal === 'metrics' ? 'metric' : signal === 'events' ? 'event' : undefined,
  } as const;
}

/** The scope without which the service refuses an export of a signal. */
export function scopeOf(signal: ExportForm['signal']): string {
  return `${signal}:read`;
}

/** The request of a form, for the times and environments of the page. */
export function toExport(form: ExportForm, scope: ScopeQuery, key: string): ExportsCreateRequest {
  const { hasTimes, hasQuery, hasService, name } = filtersOf(form.signal);
  const { start_time, end_time, environment } = scope;
  const [q, service, named] = [form.q.trim(), form.service.trim(), form.name.trim()];
  return {
    type: form.format,
    idempotency_key: key,
    query: {
      signal: form.signal,
      ...(hasTimes && { start_time, end_time }),
      ...(hasQuery && q !== '' && { q }),
      ...(hasService && service !== '' && { service }),
      ...(hasService && environment !== undefined && { environment }),
      ...(name !== undefined && named !== '' && { [name]: named }),
    },
  };
}
