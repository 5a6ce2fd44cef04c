import assert from 'node:assert/strict';
import { SPAN_ID, storedLogs, TIME_NS, TRACE_ID, translateItem } from './envelope.fixture.js';

const HEADER = { sent_at: '2026-01-15T09:30:00.250Z', sdk: { name: 'sentry.javascript.node', version: '11.12.0' } };
const checkIn = (fields: object = {}, header: object = HEADER) =>
  translateItem('check_in', { check_in_id: 'ab'.repeat(16), monitor_slug: 'nightly', status: 'ok', ...fields }, header);

describe('check-ins', () => {
  it('are log records with the monitor, its schedule and the time of the envelope', () => {
    const translation = checkIn({
      duration: 12.5,
      release: 'shop@1.4.0',
      environment: 'production',
      contexts: { trace: { trace_id: TRACE_ID, span_id: SPAN_ID } },
      monitor_config: {
        schedule: { type: 'crontab', value: '0 3 * * *' },
        checkin_margin: 5,
        max_runtime: 30,
        timezone: 'Europe/Vienna',
      },
    });
    const [entry, ...others] = storedLogs(translation);
    assert.ok(entry && others.length === 0);
    assert.deepEqual([entry.body, entry.severity_text, entry.timestamp_ns], ['monitor nightly: ok', 'info', TIME_NS]);
    assert.deepEqual([entry.trace_id_hex, entry.span_id_hex, entry.service_name], [TRACE_ID, SPAN_ID, 'shop']);
    assert.equal(new Map(entry.resource).get('deployment.environment.name'), 'production');
    assert.deepEqual(Object.fromEntries(entry.attributes), {
      'sentry.monitor.check_in_id': 'ab'.repeat(16),
      'sentry.monitor.checkin_margin': '5',
      'sentry.monitor.duration': '12.5',
      'sentry.monitor.max_runtime': '30',
      'sentry.monitor.schedule': '0 3 * * *',
      'sentry.monitor.schedule_type': 'crontab',
      'sentry.monitor.slug': 'nightly',
      'sentry.monitor.status': 'ok',
      'sentry.monitor.timezone': 'Europe/Vienna',
    });
    assert.deepEqual([translation.carried, translation.dropped], [{ check_ins: 1 }, {}]);
  });

  it('have an interval as one text', () => {
    const schedule = { type: 'interval', value: 2, unit: 'hour' };
    const [entry] = storedLogs(checkIn({ monitor_config: { schedule } }));
    assert.equal(new Map(entry?.attributes).get('sentry.monitor.schedule'), '2 hour');
  });

  it.each([
    ['ok', 9],
    ['in_progress', 9],
    ['error', 17],
    ['missed', 17],
    ['timeout', 17],
  ])('have a severity by the status %s', (status, expected) =>
    assert.equal(storedLogs(checkIn({ status }))[0]?.severity_number, expected),
  );

  it.each([{ monitor_slug: '' }, { monitor_slug: null }, { status: null }, { status: {} }])(
    'without a monitor or a status are counted: %j',
    (fields) => {
      const { parts, carried, dropped } = checkIn(fields);
      assert.deepEqual({ parts, carried, dropped }, { parts: [], carried: {}, dropped: { invalid_check_in: 1 } });
    },
  );
});
