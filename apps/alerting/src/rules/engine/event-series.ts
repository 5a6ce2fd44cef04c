import type { DomainEvent } from '@svc/relational';
import type { Rule, RuleKind } from '../definition/definition.js';

/** The kinds of rules that follow an event. */
export const KINDS_BY_EVENT: ReadonlyMap<string, readonly RuleKind[]> = new Map([
  ['issue.new', ['new_issue']],
  ['issue.regressed', ['regression']],
  ['anomaly.opened', ['anomaly']],
  ['anomaly.resolved', ['anomaly']],
]);

/** A series of a rule that follows events. */
export interface EventSeries {
  /** Its subject, its service and environment, and the title of an issue. */
  readonly labels: Record<string, string>;
  /** The subject in words; absent if the event has none that every reader of alerts may see. */
  readonly about?: string;
}

/**
 * The series of a rule that an event belongs to; undefined if the rule does not follow the event. An issue with errors of several services
 * and environments is followed by rules for any of them, and its series has the labels of the first one that the rule selects.
 */
export function toEventSeries(
  { kind, definition: { query } }: Pick<Rule, 'kind' | 'definition'>,
  event: DomainEvent,
): EventSeries | undefined {
  if (!(KINDS_BY_EVENT.get(event.type) ?? []).includes(kind)) return undefined;
  const { signal, places, title, hasLogText } = readFacts(event);
  const place = places.find(
    ({ service, environment }) => isOneOf(query?.service, service) && isOneOf(query?.environment, environment),
  );
  const isOtherSignal = kind === 'anomaly' && query !== null && query.signal !== '' && query.signal !== signal;
  if (!place || isOtherSignal) return undefined;
  const isAnomaly = event.type.startsWith('anomaly.');
  const labels = {
    [isAnomaly ? 'finding_id' : 'issue_id']: event.subject,
    ...(!isAnomaly && title !== '' && { issue_title: title }),
    ...(place.service !== '' && { service_name: place.service }),
    ...(place.environment !== '' && { environment: place.environment }),
    ...(signal !== '' && { signal }),
  };
  return { labels, ...(title !== '' && !hasLogText && { about: title }) };
}

const isOneOf = (wanted: readonly string[] = [], found: string): boolean =>
  wanted.length === 0 || wanted.includes(found);

type Fields = Readonly<Record<string, unknown>>;

const MAX_LABEL = 200;

function readFacts({ data }: DomainEvent) {
  const fields = toFields(data);
  const own = {
    service: text(fields, 'service') || text(fields, 'service_name'),
    environment: text(fields, 'environment'),
  };
  const listed = Array.isArray(fields['places']) ? fields['places'].map(toFields) : [];
  const places = listed.map((place) => ({ service: text(place, 'service'), environment: text(place, 'environment') }));
  return {
    signal: text(fields, 'signal'),
    title: text(fields, 'title'),
    places: places.length > 0 ? places : [own],
    /** The title of an anomaly of a pattern quotes log records. */
    hasLogText: 'pattern' in toFields(fields['labels']),
  };
}

const toFields = (value: unknown): Fields => (typeof value === 'object' && value !== null ? value : {}) as Fields;

/** A text of an event as one line. */
function text(fields: Fields, name: string): string {
  const value = fields[name];
  if (typeof value !== 'string') return '';
  return [...value.replaceAll(/\p{Cc}+/gu, ' ').trim()].slice(0, MAX_LABEL).join('');
}
