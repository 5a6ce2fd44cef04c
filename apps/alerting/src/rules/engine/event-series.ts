import type { DomainEvent } from '@svc/relational';
import type { Rule, RuleKind } from '../definition/definition.js';

/** The kinds of rules that follow an event. */
export const KINDS_BY_EVENT: ReadonlyMap<string, readonly RuleKind[]> = new Map([
  ['issue.new', ['new_issue']],
  ['issue.regressed', ['regression']],
  ['anomaly.opened', ['anomaly']],
  ['anomaly.resolved', ['anomaly']],
]);

/** Whether a rule follows an event: by its type, and by the signal, service and environment of its query where the event has them. */
export function matchesEvent({ kind, definition }: Pick<Rule, 'kind' | 'definition'>, event: DomainEvent): boolean {
  if (!(KINDS_BY_EVENT.get(event.type) ?? []).includes(kind)) return false;
  const { query } = definition;
  if (!query) return true;
  const { signal, service, environment } = toSeriesFacts(event);
  const isOneOf = (wanted: readonly string[], found: string): boolean => wanted.length === 0 || wanted.includes(found);
  return (
    (query.signal === '' || kind !== 'anomaly' || query.signal === signal) &&
    isOneOf(query.service, service) &&
    isOneOf(query.environment, environment)
  );
}

/** The labels of the series that an event belongs to: what happened, and where. */
export function toSeriesLabels(event: DomainEvent): Record<string, string> {
  const { service, environment, signal } = toSeriesFacts(event);
  const subject = event.type.startsWith('anomaly.') ? 'finding_id' : 'issue_id';
  return {
    [subject]: event.subject,
    ...(service !== '' && { service_name: service }),
    ...(environment !== '' && { environment }),
    ...(signal !== '' && { signal }),
  };
}

function toSeriesFacts({ data }: DomainEvent): { signal: string; service: string; environment: string } {
  const fields = (typeof data === 'object' && data !== null ? data : {}) as Readonly<Record<string, unknown>>;
  const text = (name: string): string => {
    const value = fields[name];
    return typeof value === 'string' ? value.slice(0, 200) : '';
  };
  return { signal: text('signal'), service: text('service') || text('service_name'), environment: text('environment') };
}
