import type { NewWidgetQueryInput, Widget, WidgetsAddRequest } from '../../gen/api.js';
import { unitOption } from '../widget/widget-unit.js';

export const TYPES = ['timeseries', 'value', 'table', 'list', 'text'] as const;
export const SIGNALS = ['logs', 'traces', 'errors', 'events', 'metrics', 'agent_runs'] as const;
export const AGGREGATES = [
  'count',
  'rate',
  'error_ratio',
  'sum',
  'avg',
  'min',
  'max',
  'last',
  'p50',
  'p90',
  'p95',
  'p99',
  'unique',
] as const;

export type Aggregate = (typeof AGGREGATES)[number];

/** A widget as it is typed; lists are divided by commas. */
export interface WidgetForm {
  readonly type: (typeof TYPES)[number];
  readonly title: string;
  readonly signal: (typeof SIGNALS)[number];
  readonly q: string;
  readonly metric: string;
  readonly event: string;
  readonly aggregate: Aggregate;
  readonly field: string;
  readonly groupBy: string;
  readonly limit: string;
  readonly service: string;
  readonly environment: string;
  readonly level: string;
  readonly unit: string;
  readonly text: string;
}

const COUNTS: ReadonlySet<string> = new Set(['count', 'rate', 'error_ratio']);
const LISTED: ReadonlySet<string> = new Set(['logs', 'traces', 'errors']);

/** The form of a widget, or of a new one. */
export function toForm(widget: Widget | undefined): WidgetForm {
  const query = widget?.query;
  const pick = <T extends string>(values: readonly T[], value: string | undefined, fallback: T): T =>
    values.find((each) => each === value) ?? fallback;
  return {
    type: pick(TYPES, widget?.type, 'timeseries'),
    title: widget?.title ?? '',
    signal: pick(SIGNALS, query?.signal, 'logs'),
    q: query?.q ?? '',
    metric: query?.metric ?? '',
    event: query?.event ?? '',
    aggregate: pick(AGGREGATES, query?.aggregate, 'count'),
    field: query?.field ?? '',
    groupBy: query?.group_by.join(', ') ?? '',
    limit: query === undefined || query.limit === 0 ? '' : String(query.limit),
    service: query?.service.join(', ') ?? '',
    environment: query?.environment.join(', ') ?? '',
    level: query?.level.join(', ') ?? '',
    unit: unitOption(widget?.visualization),
    text: widget?.text ?? '',
  };
}

/** Which fields of the form its type and signal have. */
export function fieldsOf({ type, signal, aggregate }: WidgetForm) {
  const hasQuery = type !== 'text';
  const isFigure = hasQuery && type !== 'list';
  return {
    hasQuery,
    isFigure,
    hasMetric: hasQuery && signal === 'metrics',
    hasEvent: hasQuery && signal === 'events',
    hasField: isFigure && signal !== 'metrics' && !COUNTS.has(aggregate),
    hasGroups: isFigure && type !== 'value',
    hasLimit: hasQuery && type !== 'value',
    hasLevel: hasQuery && (signal === 'logs' || signal === 'errors'),
    signals: SIGNALS.filter((each) => type !== 'list' || LISTED.has(each)),
  };
}

/** Says which part of the form is missing; undefined if it can be sent. */
export function missing(form: WidgetForm): string | undefined {
  const { hasMetric, hasField, hasQuery, signals } = fieldsOf(form);
  if (hasQuery && !signals.includes(form.signal)) return 'A list shows logs, traces or errors.';
  if (hasMetric && form.metric.trim() === '') return 'Choose a metric.';
  if (hasField && form.field.trim() === '') return `Name the field whose ${form.aggregate} is shown.`;
  if (form.limit.trim() !== '' && !/^\d{1,3}$/.test(form.limit.trim())) return 'The limit is a whole number.';
  if (!hasQuery && form.text.trim() === '') return 'Write a text.';
  return undefined;
}

export function toQuery(form: WidgetForm): NewWidgetQueryInput {
  const { isFigure, hasMetric, hasEvent, hasField, hasGroups, hasLimit, hasLevel } = fieldsOf(form);
  const names = (text: string): readonly string[] =>
    text
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '');
  const [service, environment, level] = [names(form.service), names(form.environment), names(form.level)];
  const groups = names(form.groupBy);
  const limit = Number(form.limit.trim());
  return {
    signal: form.signal,
    ...(form.q.trim() !== '' && { q: form.q.trim() }),
    ...(hasMetric && { metric: form.metric.trim() }),
    ...(hasEvent && form.event.trim() !== '' && { event: form.event.trim() }),
    ...(isFigure && { aggregate: form.aggregate }),
    ...(hasField && { field: form.field.trim() }),
    ...(hasGroups && groups.length > 0 && { group_by: groups }),
    ...(hasLimit && limit > 0 && { limit }),
    ...(service.length > 0 && { service }),
    ...(environment.length > 0 && { environment }),
    ...(hasLevel && level.length > 0 && { level }),
  };
}

/** The widget of a form. Display options that the form does not know stay. */
export function toWidget(form: WidgetForm, before: Widget | undefined): WidgetsAddRequest {
  const title = form.title.trim();
  if (form.type === 'text') return { type: 'text', title, text: form.text };
  const options = before?.visualization;
  const hasOptions = form.unit.trim() !== unitOption(options);
  return {
    type: form.type,
    title,
    query: toQuery(form),
    ...(hasOptions && { visualization: toOptions(form.unit, options) }),
  };
}

/** The display options of a widget with another unit; empty for that of its values. */
export function toOptions(unit: string, options: unknown): object {
  return { ...(typeof options === 'object' ? options : {}), unit: unit.trim() };
}

/** A copy of a widget, in the size and with the options of the first one. */
export function toCopy(widget: Widget): WidgetsAddRequest {
  const body = toWidget(toForm(widget), undefined);
  return {
    ...body,
    title: `${widget.title} (copy)`.slice(0, 200),
    ...(widget.visualization !== undefined && { visualization: widget.visualization }),
    ...(widget.refresh_interval !== '' && { refresh_interval: widget.refresh_interval }),
  };
}
