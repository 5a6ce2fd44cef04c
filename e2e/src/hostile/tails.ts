import assert from 'node:assert/strict';
import { eventually } from '@svc/testing';
import { LiveStream } from '../logs/live-stream.js';
import { theService } from '../topology.js';
import type { Cast } from './cast.js';
import { expectStatus } from './expect.js';
import type { HostileRequest } from './hostile-request.js';

const SIXTY_WORDS = Array.from({ length: 60 }, (_, n) => `w${n}`).join(' OR ');
const QUERY = `q=${encodeURIComponent(`${SIXTY_WORDS} OR zz`)}`;
/** "0.0.0 1.0.0": the beginning of the log, in the form of IDs that were not encrypted. */
const FROM_THE_BEGINNING = 'MC4wLjAgMS4wLjA';

export const TAILS: readonly HostileRequest[] = [
  {
    name: 'a stream that asks for the whole log',
    send: ({ viewer }) =>
      expectStatus(400, `/api/v1/stream/logs?resume=${FROM_THE_BEGINNING}&${QUERY}`, { method: 'GET', key: viewer }),
  },
  {
    name: 'three streams with sixty words while 60,000 records arrive in one request, and one that resumes before it',
    send: async (cast) => {
      const streams = await Promise.all([1, 2, 3].map(() => LiveStream.open(cast.viewer, QUERY)));
      await sendRecords(cast, ['zz first']);
      const [stream] = streams;
      await untilShown(stream, 'zz first');
      const before = stream?.lastId;
      await sendRecords(cast, [...Array.from({ length: 60_000 }, () => 'w'), 'zz last']);
      await untilShown(stream, 'zz last');
      const again = await LiveStream.open(cast.viewer, QUERY, before);
      await untilShown(again, 'zz last');
      for (const each of [...streams, again]) each.cut();
    },
  },
  {
    name: 'a stream with wildcards while long records arrive',
    send: async (cast) => {
      const patterns = ['a*a*a', 'aa*aa', 'a*b', 'b*a', '*aaa*'].map((pattern) => `(${pattern})`).join(' OR ');
      const stream = await LiveStream.open(cast.viewer, `q=${encodeURIComponent(`${patterns} OR zz`)}`);
      // The records are sent one by one, because the spec measures how a stream matches them and not how a large body
      // is received.
      for (let n = 0; n < 20; n++) await sendRecords(cast, ['a'.repeat(200_000)]);
      await sendRecords(cast, ['zz last']);
      await untilShown(stream, 'zz last');
      stream.cut();
    },
  },
];

function untilShown(stream: LiveStream | undefined, body: string): Promise<unknown> {
  assert.ok(stream);
  return eventually(body, () => Promise.resolve(stream.bodies.includes(body)));
}

function sendRecords({ sender }: Cast, bodies: readonly string[]): Promise<void> {
  const timeUnixNano = `${Date.now()}000000`;
  const logRecords = bodies.map((stringValue) => ({ timeUnixNano, body: { stringValue } }));
  const body = JSON.stringify({ resourceLogs: [{ scopeLogs: [{ logRecords }] }] });
  return expectStatus(200, '/v1/logs', { key: sender, body }, theService().ingestUrl);
}
