import assert from 'node:assert/strict';
import { invalidField, ServiceError } from '@svc/service-error';
import { answerOf, refusalOf, type Accepted } from './answer.js';
import { WIRES, type Received, type Wire } from './external-alert.js';
import { toBytes, ALERTMANAGER, OPSGENIE, PAGERDUTY } from './testing/requests.js';
import { translateAlertmanagerWebhook } from './wires/alertmanager.js';
import { translateOpsgenie } from './wires/opsgenie.js';
import { translatePagerDuty } from './wires/pagerduty.js';

const ANSWERING = { requestId: '43a29c5c-3dbf-4fa4-9c26-f4f71023e120', tookMs: 107 };
const toAccepted = ({ alerts, faults }: Received): Accepted => ({
  faults,
  dedupKeys: alerts.map(({ dedupKey }) => dedupKey),
});
const GROUP = toAccepted(translateAlertmanagerWebhook(toBytes(ALERTMANAGER)));
const parse = (body: string): unknown => JSON.parse(body);
const refuse = (wire: Wire, error: ServiceError) => {
  const { status, body } = refusalOf(wire, error, ANSWERING);
  return [status, parse(body)];
};

describe('answers', () => {
  it('are empty for Alertmanager and Grafana', () => {
    for (const wire of ['alertmanager', 'alertmanager_api', 'grafana'] as const)
      assert.deepEqual(answerOf(wire, GROUP, ANSWERING), { status: 200, body: '{}' });
  });

  it('have the key of an event of PagerDuty', () => {
    const { status, body } = answerOf('pagerduty', toAccepted(translatePagerDuty(toBytes(PAGERDUTY))), ANSWERING);
    assert.deepEqual(
      [status, parse(body)],
      [202, { status: 'success', message: 'Event processed', dedup_key: 'disk/node-1' }],
    );
  });

  it('have the ID of a request of Opsgenie', () => {
    const created = toAccepted(translateOpsgenie({ action: 'create' }, toBytes(OPSGENIE)));
    const { status, body } = answerOf('opsgenie', created, ANSWERING);
    assert.deepEqual(
      [status, parse(body)],
      [202, { result: 'Request will be processed', took: 0.107, requestId: ANSWERING.requestId }],
    );
  });

  it('count the alerts of other JSON', () => {
    assert.deepEqual(answerOf('json', GROUP, ANSWERING), { status: 200, body: '{"accepted":2}' });
  });

  it.each(WIRES)('name the invalid alerts of %s although the others count', (wire) => {
    const faults = [{ path: 'alerts[1].labels', reason: 'must have a label' }];
    const { status, body } = answerOf(wire, { ...GROUP, faults }, ANSWERING);
    assert.equal(status, 400);
    assert.ok(body.includes('alerts[1].labels'));
  });
});

describe('refusals', () => {
  const invalid = invalidField('payload.summary', 'is required');
  const limited = new ServiceError('rate_limited');

  it('have the form of the wire', () => {
    const ours = {
      error: 'invalid_request',
      message: 'payload.summary: is required',
      details: [{ path: 'payload.summary', reason: 'is required' }],
    };
    assert.deepEqual(refuse('alertmanager', invalid), [400, ours]);
    assert.deepEqual(refuse('grafana', invalid), [400, ours]);
    assert.deepEqual(refuse('json', invalid), [400, ours]);
    assert.deepEqual(refuse('alertmanager_api', invalid), [400, ours]);
    assert.deepEqual(refuse('pagerduty', invalid), [
      400,
      {
        ...ours,
        status: 'invalid event',
        message: 'Event object is invalid',
        errors: ['payload.summary: is required'],
      },
    ]);
    assert.deepEqual(refuse('opsgenie', invalid), [
      400,
      {
        ...ours,
        errors: { 'payload.summary': 'is required' },
        took: 0.107,
        requestId: ANSWERING.requestId,
      },
    ]);
  });

  it('say again to senders that repeat after 5xx only, and wait to the others', () => {
    const statuses = WIRES.map((wire) => [wire, refusalOf(wire, limited, ANSWERING).status]);
    assert.deepEqual(Object.fromEntries(statuses), {
      alertmanager: 503,
      alertmanager_api: 429,
      grafana: 503,
      pagerduty: 429,
      opsgenie: 429,
      json: 429,
    });
    assert.deepEqual(refuse('pagerduty', limited), [
      429,
      {
        error: 'rate_limited',
        status: 'throttle exceeded',
        message: 'Too many requests.',
        errors: ['Too many requests.'],
      },
    ]);
  });

  it('have the status of any other error', () => {
    for (const wire of WIRES)
      for (const [code, status] of [
        ['unauthenticated', 401],
        ['permission_denied', 403],
        ['payload_too_large', 413],
        ['unavailable', 503],
      ] as const)
        assert.equal(refusalOf(wire, new ServiceError(code), ANSWERING).status, status);
  });
});
