import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { readAlertEvent, toIncidentTitle } from './alert-event.js';

const read = (data: unknown, type = 'alert.firing', subject: string = randomUUID()) =>
  readAlertEvent({
    id: randomUUID(),
    projectId: randomUUID(),
    transaction: 1n,
    occurredAt: new Date(0),
    type,
    subject,
    data: data as never,
  });

describe('the event of an alert', () => {
  it('names the service and the environment, or the rule if both are absent', () => {
    const labels = { alertname: 'DiskFull' };
    assert.deepEqual(read({ service_name: 'pay', environment: 'prod', labels })?.keys, [
      ['service_name', 'pay'],
      ['environment', 'prod'],
    ]);
    assert.deepEqual(read({ environment: 'prod', labels })?.keys, [['environment', 'prod']]);
    assert.deepEqual(read({ labels, title: 'Disk' })?.keys, [['alertname', 'DiskFull']]);
    assert.deepEqual(read({ title: 'Disk' })?.keys, [['alertname', 'Disk']]);
  });

  it('names the service and the environment in the title of an incident', () => {
    const titleOf = (data: object) => toIncidentTitle(read(data) ?? assert.fail());
    assert.equal(titleOf({ title: 'Slow', service_name: 'pay', environment: 'prod' }), 'Slow (pay, prod)');
    assert.notEqual(titleOf({ title: 'Slow', service_name: 'a' }), titleOf({ title: 'Slow', service_name: 'b' }));
    assert.equal(titleOf({ title: 'Disk', labels: { alertname: 'Disk' } }), 'Disk');
    const long = titleOf({ title: 'x'.repeat(300), service_name: 'y'.repeat(300) });
    assert.deepEqual([[...long].length, long.endsWith('y)')], [200, true]);
  });

  it('takes the severity of the incident, or that of the alert', () => {
    const severities = [
      { severity: 'critical' },
      { severity: 'warning' },
      { severity: 'info' },
      { severity: 'critical', incident: { severity: 4 } },
      { severity: 'critical', incident: { severity: 9 } },
    ].map((data) => read(data)?.severity);
    assert.deepEqual(severities, [1, 2, 3, 4, 1]);
  });

  it('ignores events of another type, or about no alert', () => {
    assert.equal(read({}, 'issue.new'), undefined);
    assert.equal(read({}, 'alert.firing', 'x'), undefined);
  });

  it('produces texts that fit into an incident, whatever telemetry contains', () => {
    fc.assert(
      fc.property(
        fc.object({ key: fc.constantFrom('title', 'summary', 'labels', 'incident', 'severity', 'service_name') }),
        (data) => {
          const event = read(data);
          assert.ok(event && event.title.length >= 1 && [...event.title].length <= 200);
          assert.doesNotMatch(`${event.title}${event.summary}${JSON.stringify(event.keys)}`, /\p{Cc}/u);
          assert.ok(event.severity >= 1 && event.severity <= 4);
        },
      ),
      { numRuns: 1_000 },
    );
  });
});
