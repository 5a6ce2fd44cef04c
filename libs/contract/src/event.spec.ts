import assert from 'node:assert/strict';
import { create } from '@bufbuild/protobuf';
import { toServerEvent } from './event.js';
import { LogsStreamEventSchema } from './gen/index.js';

it('toServerEvent takes the ID, the case and the message of the oneof', () => {
  const dropped = create(LogsStreamEventSchema, {
    id: 'a',
    event: { case: 'dropped', value: { count: 3n, gap: true } },
  });
  assert.deepEqual(toServerEvent(LogsStreamEventSchema, dropped), {
    id: 'a',
    name: 'dropped',
    data: { count: 3, gap: true },
  });
});

it('toServerEvent omits an absent ID', () => {
  const heartbeat = create(LogsStreamEventSchema, { event: { case: 'heartbeat', value: {} } });
  assert.deepEqual(toServerEvent(LogsStreamEventSchema, heartbeat), { name: 'heartbeat', data: {} });
});

it('toServerEvent rejects a message without a case', () => {
  assert.throws(
    () => toServerEvent(LogsStreamEventSchema, create(LogsStreamEventSchema, { id: 'a' })),
    /none was chosen/,
  );
});
