import assert from 'node:assert/strict';
import type { Channel } from '../../gen/api.js';
import { isStored, toChannelChange, toChannelDraft, toComparable, toEditFields } from './channel-draft.js';
import { toFields } from './schema-fields.js';

const FIELDS = toFields({
  required: ['url', 'secret'],
  properties: {
    url: { type: 'string' },
    secret: { type: 'string', writeOnly: true },
    headers: { type: 'object', writeOnly: true },
    to: { type: 'array' },
  },
});

const CHANNEL: Channel = {
  id: 'c',
  project_id: 'p',
  type: 'webhook',
  name: 'On call',
  config: { url: 'https://x.example', secret: '********', to: ['a@x.io', 'b@x.io'] },
  events: ['issue.*'],
  time_zone: 'UTC',
  enabled: true,
  version: 4,
  created_by: 'u',
  unproved_recipients: [],
};

describe('the form that changes a channel', () => {
  const draft = toChannelDraft(CHANNEL, FIELDS);
  const change = (part: Partial<typeof draft>) => toChannelChange(CHANNEL, FIELDS, { ...draft, ...part }, 4);
  const values = (part: Readonly<Record<string, string>>) => change({ values: { ...draft.values, ...part } });

  it('sends no configuration, and no secret, where none was changed', () => {
    assert.deepEqual(change({}).body, { expected_version: 4 });
    assert.deepEqual(
      change({ name: ' New ', isEnabled: false, events: 'issue.new alert.*', zone: 'asia/tokyo' }).body,
      {
        name: 'New',
        enabled: false,
        events: { values: ['issue.new', 'alert.*'] },
        time_zone: 'Asia/Tokyo',
        expected_version: 4,
      },
    );
    assert.deepEqual(change({ events: '' }).body.events, { values: [] });
  });

  it('leaves stored secrets out of a changed configuration, replaces those that are typed, and removes by null', () => {
    const open = { url: 'https://y.example', to: ['a@x.io', 'b@x.io'] };
    const moved = values({ url: 'https://y.example' });
    assert.deepEqual([moved.body.config, moved.missing], [open, []]);
    assert.deepEqual(values({ url: 'https://y.example', secret: 'new' }).body.config, { ...open, secret: 'new' });
    const stored = { ...CHANNEL, config: { ...CHANNEL.config, headers: '********' } };
    const { body } = toChannelChange(stored, FIELDS, { ...draft, removed: ['headers'] }, undefined);
    assert.deepEqual(body.config, { ...open, url: 'https://x.example', headers: null });
  });

  it('asks only for what is not stored', () => {
    assert.ok(isStored(CHANNEL, 'secret') && !isStored(CHANNEL, 'headers'));
    const isRequired = (channel: Channel) =>
      toEditFields(channel, FIELDS).find(({ name }) => name === 'secret')?.isRequired;
    assert.equal(isRequired(CHANNEL), false);
    assert.equal(isRequired({ ...CHANNEL, config: {} }), true);
    assert.deepEqual(values({ url: '' }).missing, ['URL']);
  });

  it('names what is wrong', () => {
    const { faults } = change({ zone: 'Mars', events: 'issue' });
    assert.deepEqual([...faults.keys()], ['time_zone', 'events']);
  });

  it('is compared without secrets', () => {
    const mine = { ...draft, values: { ...draft.values, secret: 'hunter2' } };
    assert.deepEqual(toComparable(mine, FIELDS), toComparable(draft, FIELDS));
  });
});
