import { AttributeList, type JsonObject } from '@svc/otlp/wire';
import type { Output } from './fields/output.js';
import { toContextId, toFields, toText, toTime } from './fields/read-fields.js';
import { eventResource } from './fields/resource.js';

/** The statuses of runs that are well; all others are failures: `error`, `missed`, `timeout`. */
const WELL = new Set(['ok', 'in_progress']);
const INFO = 9;
const ERROR = 17;

/**
 * Adds a check-in of a monitor, which a job sends when it begins and ends, as a log record. It has no time of its own, so that of the
 * envelope is used. It is no error, because the job reports that itself.
 */
export function addCheckIn(checkIn: JsonObject, header: JsonObject, output: Output): void {
  const { budget } = output;
  budget.take();
  const slug = toText(checkIn['monitor_slug']);
  const status = toText(checkIn['status']);
  if (slug === undefined || status === undefined) return output.drop('invalid_check_in');
  const list = new AttributeList(budget);
  list.add('sentry.monitor.slug', slug);
  list.add('sentry.monitor.status', status);
  list.add('sentry.monitor.check_in_id', toText(checkIn['check_in_id']));
  // Seconds.
  list.add('sentry.monitor.duration', checkIn['duration']);
  addConfiguration(list, toFields(checkIn['monitor_config']));
  const trace = toFields(toFields(checkIn['contexts'])['trace']);
  output.add(
    'logs',
    { resource: eventResource(checkIn, header, budget) },
    {
      timeUnixNano: toTime(header['sent_at']),
      severityNumber: WELL.has(status) ? INFO : ERROR,
      severityText: WELL.has(status) ? 'info' : 'error',
      body: { stringValue: `monitor ${slug}: ${status}` },
      attributes: list.attributes,
      traceId: toContextId(trace['trace_id'], 'traceId'),
      spanId: toContextId(trace['span_id'], 'spanId'),
    },
  );
  output.carry('check_ins');
}

/** Adds what the job says about its schedule: `{schedule: {type, value, unit}, checkin_margin, max_runtime, timezone}` in minutes. */
function addConfiguration(list: AttributeList, configuration: JsonObject): void {
  const { schedule, checkin_margin: margin, max_runtime: runtime, timezone } = configuration;
  const { type, value, unit } = toFields(schedule);
  const every = [value, unit].flatMap((part) => toText(part) ?? []).join(' ');
  list.add('sentry.monitor.schedule', type === undefined || every === '' ? undefined : every);
  list.add('sentry.monitor.schedule_type', toText(type));
  list.add('sentry.monitor.timezone', toText(timezone));
  list.add('sentry.monitor.checkin_margin', margin);
  list.add('sentry.monitor.max_runtime', runtime);
}
