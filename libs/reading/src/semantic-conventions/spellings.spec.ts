import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { currentName, MAX_SPELLINGS, RENAMED_ATTRIBUTES, spellings, spellingsByPrefix } from './spellings.js';

describe('names of renamed attributes', () => {
  it('have each name in one group, with few enough names for a search', () => {
    const all = RENAMED_ATTRIBUTES.flat();
    assert.deepEqual(
      all.filter((name, index) => all.indexOf(name) !== index),
      [],
    );
    assert.deepEqual(
      RENAMED_ATTRIBUTES.filter((names) => names.length < 2 || names.length > MAX_SPELLINGS),
      [],
    );
    for (const name of all) assert.match(name, /^[a-z][a-z0-9_]*(\.[a-z0-9_]+)+$/);
  });

  const GROUPS: readonly (readonly [string, readonly string[]])[] = [
    ['http.method', ['http.request.method', 'http.method']],
    ['http.request.method', ['http.request.method', 'http.method']],
    ['net.peer.name', ['server.address', 'net.peer.name', 'net.host.name']],
    ['db.system', ['db.system.name', 'db.system']],
    // Renamed twice: from a name with an underscore to one with a dot, then to that of all queues.
    [
      'messaging.kafka.consumer_group',
      [
        'messaging.consumer.group.name',
        'messaging.kafka.consumer.group',
        'messaging.rocketmq.client_group',
        'messaging.kafka.consumer_group',
      ],
    ],
    ['http.retry_count', ['http.request.resend_count', 'http.resend_count', 'http.retry_count']],
    ['http.route', ['http.route']],
    ['HTTP.method', ['HTTP.method']],
    ['__proto__', ['__proto__']],
    ['constructor', ['constructor']],
    ['', ['']],
  ];
  for (const [name, names] of GROUPS)
    it(`are those of ${name || 'an empty name'}`, () => {
      assert.deepEqual(spellings(name), names);
      assert.equal(currentName(name), names[0]);
    });

  it('are found by the beginning of each', () => {
    assert.deepEqual(spellingsByPrefix('HTTP.meth'), ['http.request.method', 'http.method']);
    assert.deepEqual(spellingsByPrefix('db.system'), ['db.system.name', 'db.system']);
    assert.deepEqual(spellingsByPrefix('http.route'), []);
  });

  it('are listed in the documentation', () => {
    const page = readFileSync(new URL('../../../../docs/semantic-conventions.md', import.meta.url), 'utf8');
    const rows = page
      .slice(page.indexOf('| Current name'))
      .split('\n')
      .filter((line) => line.startsWith('| `'))
      .map((line) => [...line.matchAll(/`([^`]+)`/g)].map(([, name]) => name));
    assert.deepEqual(rows, RENAMED_ATTRIBUTES);
  });
});
