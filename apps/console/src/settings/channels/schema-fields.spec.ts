import assert from 'node:assert/strict';
import { readConfig, toFields } from './schema-fields.js';

const WEBHOOK = {
  type: 'object',
  required: ['url', 'secret'],
  properties: {
    headers: { type: 'object', writeOnly: true, description: 'Additional headers.' },
    url: { type: 'string', format: 'uri', description: 'Address that receives the events.' },
    secret: { type: 'string', writeOnly: true, pattern: '^whsec_[A-Za-z0-9+/]{8,86}={0,2}$' },
    region: { type: 'string', enum: ['us', 'eu'] },
    to: { type: 'array', items: { type: 'string' }, description: 'Recipients.' },
  },
};

describe('the form of a channel', () => {
  const fields = toFields(WEBHOOK);
  const read = (values: Readonly<Record<string, string>>) => readConfig(fields, new Map(Object.entries(values)));

  it('has a field for each part of the configuration, the required ones first', () => {
    assert.deepEqual(
      fields.map(({ name, label, kind, isRequired }) => [name, label, kind, isRequired]),
      [
        ['url', 'URL', 'text', true],
        ['secret', 'Secret', 'secret', true],
        ['headers', 'Headers', 'json', false],
        ['region', 'Region', 'choice', false],
        ['to', 'To', 'list', false],
      ],
    );
    assert.deepEqual(toFields(undefined), []);
  });

  it('is read without empty fields', () => {
    const { config, faults, missing } = read({
      url: ' https://x.example ',
      to: 'a@x.io, b@x.io',
      headers: '{"a":"b"}',
    });
    assert.deepEqual(config, { url: 'https://x.example', to: ['a@x.io', 'b@x.io'], headers: { a: 'b' } });
    assert.equal(faults.size, 0);
    assert.deepEqual(missing, ['Secret']);
  });

  it('names what is wrong, and never the value', () => {
    const { faults } = read({ secret: 'hunter2', headers: '["hunter2"]' });
    assert.deepEqual([...faults.keys()], ['secret', 'headers']);
    for (const text of faults.values()) assert.doesNotMatch(text, /hunter2/);
  });
});
