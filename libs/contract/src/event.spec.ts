import assert from 'node:assert/strict';
import { create } from '@bufbuild/protobuf';
import { eventOf } from './event.js';
import { LogsStreamEventSchema } from './gen/index.js';

it('an event has its message’s id, the name of what was chosen and that as data', () => {
  const dropped = create(LogsStreamEventSchema, {
    id: 'a',
    event: { case: 'dropped', value: { count: 3n, gap: true } },
  });
  assert.deepEqual(eventOf(LogsStreamEventSchema, dropped), {
    id: 'a',
    name: 'dropped',
    data: { count: 3, gap: true },
  });
});

it('an event without an id has none', () => {
  const heartbeat = create(LogsStreamEventSchema, { event: { case: 'heartbeat', value: {} } });
  assert.deepEqual(eventOf(LogsStreamEventSchema, heartbeat), { name: 'heartbeat', data: {} });
});

it('a message in which nothing was chosen is no event', () => {
  assert.throws(() => eventOf(LogsStreamEventSchema, create(LogsStreamEventSchema, { id: 'a' })), /none was chosen/);
});
