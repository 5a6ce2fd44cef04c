import assert from 'node:assert/strict';
import { findTarget } from './targets.js';

const [CLIENT, PRODUCER, CONSUMER] = [3, 4, 5];
const CASES: readonly (readonly [string, number, Record<string, string>, string | undefined])[] = [
  [
    'a database by its newer names',
    CLIENT,
    { 'db.system.name': 'postgresql', 'db.namespace': 'shop' },
    'database postgresql shop',
  ],
  ['a database by its former names', CLIENT, { 'db.system': 'mysql', 'db.name': 'shop' }, 'database mysql shop'],
  [
    'a database by both',
    CLIENT,
    { 'db.system': 'pg', 'db.system.name': 'postgresql', 'db.name': 'a', 'db.namespace': 'b' },
    'database postgresql b',
  ],
  [
    'a database without a name',
    CLIENT,
    { 'db.system': 'redis', 'server.address': 'cache', 'server.port': '6379' },
    'database redis cache:6379',
  ],
  [
    'a queue by its newer names',
    PRODUCER,
    { 'messaging.system': 'kafka', 'messaging.destination.name': 'orders' },
    'queue kafka orders',
  ],
  [
    'a queue by its former names',
    PRODUCER,
    { 'messaging.system': 'rabbitmq', 'messaging.destination': 'q' },
    'queue rabbitmq q',
  ],
  [
    'queues of one template',
    PRODUCER,
    { 'messaging.destination.name': 'u.1', 'messaging.destination.template': 'u.{id}' },
    'queue  u.{id}',
  ],
  [
    'a temporary queue',
    PRODUCER,
    { 'messaging.system': 'amqp', 'messaging.destination.name': 'x', 'messaging.destination.temporary': 'true' },
    'queue amqp (temporary)',
  ],
  [
    'a message that is received',
    CONSUMER,
    { 'messaging.system': 'kafka', 'messaging.destination.name': 'q' },
    'queue kafka q received',
  ],
  [
    'a message that is fetched',
    CLIENT,
    { 'messaging.system': 'sqs', 'messaging.destination.name': 'q', 'messaging.operation': 'receive' },
    'queue sqs q received',
  ],
  [
    'a message that is sent by a client',
    CLIENT,
    { 'messaging.system': 'sqs', 'messaging.destination.name': 'q', 'messaging.operation.type': 'send' },
    'queue sqs q',
  ],
  [
    'a host by its newer names',
    CLIENT,
    { 'server.address': 'api.example.com', 'server.port': '8443' },
    'external  api.example.com:8443',
  ],
  [
    'a host by its former names',
    CLIENT,
    { 'net.peer.name': 'api.example.com', 'net.peer.port': '443' },
    'external  api.example.com',
  ],
  [
    'a host with its port',
    CLIENT,
    { 'http.host': 'api.example.com:81', 'net.peer.port': '81' },
    'external  api.example.com:81',
  ],
  ['a named peer', CLIENT, { 'peer.service': 'payments', 'server.address': '10.0.0.1' }, 'external  payments'],
  ['a model', CLIENT, { 'gen_ai.system': 'openai' }, 'external  openai'],
  [
    'empty values as none',
    CLIENT,
    { 'db.system': '', 'peer.service': '', 'rpc.service': 'Storage' },
    'external  Storage',
  ],
  ['nothing without attributes', CLIENT, { 'http.method': 'GET' }, undefined],
  ['nothing if a consumer names no queue', CONSUMER, { 'server.address': 'broker' }, undefined],
];

describe('the target of a span', () => {
  for (const [what, kind, attributes, expected] of CASES) {
    it(`is ${what}`, () => {
      const found = findTarget(kind, new Map(Object.entries(attributes)));
      const text = found && `${found.type} ${found.system} ${found.name}${found.isReceived ? ' received' : ''}`;
      assert.equal(text, expected);
    });
  }
});
