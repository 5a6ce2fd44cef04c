import assert from 'node:assert/strict';
import { toCalls } from './call-facts.js';
import type { TargetRow } from './calls.query.js';

const [CLIENT, PRODUCER, CONSUMER] = [3, 4, 5];
const row = (more: Partial<TargetRow>): TargetRow => ({
  caller: 'checkout',
  kind: CLIENT,
  told: [['server.address', 'payments.internal']],
  answered_by: '',
  is_abnormal: 0,
  calls: '10',
  errors: '0',
  duration_mean: 20,
  duration_variance: 1,
  ...more,
});
const between = {
  caller: 'checkout',
  callee_name: 'payments',
  is_abnormal: 0,
  calls: '90',
  errors: '1',
  duration_mean: 20,
  duration_variance: 1,
  wire_calls: '90',
  wire_mean: 1,
  wire_variance: 1,
};
const QUEUE: TargetRow['told'] = [
  ['messaging.destination.name', 'orders'],
  ['messaging.system', 'kafka'],
];

describe('the calls of services', () => {
  it('count those that failed without an answer for the service that answers them normally', () => {
    const calls = toCalls(
      [between],
      [row({ answered_by: 'payments', calls: '90' }), row({ is_abnormal: 1, calls: '40', errors: '38' })],
    );
    assert.deepEqual(
      calls.map(({ callee, sides }) => [callee.type, callee.name, sides.abnormal.unanswered, sides.normal.unanswered]),
      [['service', 'payments', 38, 0]],
    );
    assert.deepEqual([calls[0]?.sides.abnormal.calls, calls[0]?.sides.abnormal.errors], [38, 38]);
  });

  it('count those that nobody ever answered for their target', () => {
    const calls = toCalls([between], [row({ calls: '5', errors: '5' })]);
    assert.deepEqual(
      calls.map(({ callee: { type, name } }) => [type, name]),
      [
        ['service', 'payments'],
        ['external', 'payments.internal'],
      ],
    );
  });

  it('count those without an answer for their address if several services answer there', () => {
    const calls = toCalls(
      [between],
      [
        row({ answered_by: 'payments', calls: '60' }),
        row({ answered_by: 'stock', calls: '40' }),
        row({ is_abnormal: 1, calls: '40', errors: '40' }),
      ],
    );
    assert.deepEqual(
      calls.map(({ callee: { type, name }, sides }) => [type, name, sides.abnormal.errors]),
      [
        ['service', 'payments', 0],
        ['external', 'payments.internal', 40],
      ],
    );
  });

  it('count all messages for their queue, whichever service received them, and not the failures of the receiver', () => {
    const calls = toCalls(
      [],
      [
        row({ kind: PRODUCER, told: QUEUE, answered_by: 'shipping', calls: '80' }),
        row({ kind: PRODUCER, told: QUEUE, is_abnormal: 1, calls: '30', errors: '30' }),
        row({ kind: CONSUMER, caller: 'shipping', told: QUEUE, is_abnormal: 1, calls: '9', errors: '9' }),
      ],
    );
    assert.deepEqual(
      calls.map(({ caller, callee, sides }) => [caller, callee.type, sides.normal.calls, sides.abnormal.errors]),
      [['checkout', 'queue', 80, 30]],
    );
  });
});
