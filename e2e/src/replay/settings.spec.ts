import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { eventually } from '@svc/testing';
import { api, makeKey, ok, type Json } from '../api.js';
import { svc } from '../cli/svc.js';
import { theService } from '../topology.js';
import { makeProject } from '../workspace/project.js';

const OPTION = '/settings/config/replay';
const SCOPES = ['analytics:write', 'replay:read', 'settings:read', 'settings:write'];
const now = Date.now();

/** A page with a search, a password and the picture of a canvas, in which somebody searches and the page draws. */
const events = (typed: string) => [
  { type: 4, timestamp: now, data: { href: `https://shop.example/?tab=cart&code=s3cret`, width: 800, height: 600 } },
  {
    type: 2,
    timestamp: now + 1,
    data: {
      node: {
        type: 0,
        id: 1,
        childNodes: [
          { type: 2, id: 2, tagName: 'input', attributes: { name: 'q' }, childNodes: [] },
          { type: 2, id: 3, tagName: 'input', attributes: { name: 'q', type: 'password' }, childNodes: [] },
          {
            type: 2,
            id: 4,
            tagName: 'canvas',
            attributes: { rr_dataURL: 'data:image/png;base64,AAAA' },
            childNodes: [],
          },
        ],
      },
      initialOffset: { top: 0, left: 0 },
    },
  },
  ...[typed, '4111 1111 1111 1111'].map((text, nth) => ({
    type: 3,
    timestamp: now + 2 + nth,
    data: { source: 5, id: 2, text, isChecked: false },
  })),
  { type: 3, timestamp: now + 5, data: { source: 5, id: 3, text: 'hunter2', isChecked: false } },
];

describe('settings of session replay', () => {
  let project: string;
  let key: string;
  beforeAll(async () => {
    project = (await makeProject()).id;
    key = (await makeKey(SCOPES, project)).secret;
  });

  /** What is stored of a new recording. */
  const record = async (): Promise<string> => {
    const id = `session-${randomUUID()}`;
    const chunk = {
      session_id: id,
      window_id: 'w',
      distinct_id: 'ada',
      seq: 0,
      sdk: 'rrweb',
      events: events('red shoes'),
    };
    const answer = await fetch(`${theService().ingestUrl}/api/v1/replay`, {
      method: 'POST',
      headers: { 'x-svc-api-key': key },
      body: JSON.stringify(chunk),
    });
    assert.equal(answer.status, 200, await answer.text());
    return eventually('the recording is stored', async () => {
      const { status, json } = await api('GET', `/replay/${id}/snapshots`, { key });
      return status === 200 && (json['events'] as Json[] | undefined)?.length === 5 && JSON.stringify(json);
    });
  };
  const set = (config_value: unknown, config_type = 'json') =>
    api('PUT', OPTION, { key, body: { config_type, config_value } });

  it('keep what the project allows within seconds, and nothing without them', async () => {
    const secrets = /s3cret|4111|hunter2/;
    const before = await record();
    assert.doesNotMatch(before, /tab=cart|red shoes|AAAA/);
    assert.doesNotMatch(before, secrets);
    const { status, json } = await set({ query_names: ['tab'], unmasked_fields: ['q'], canvas: true });
    assert.equal(status, 200);
    const kept = await eventually('the settings apply', async () => {
      const stored = await record();
      return stored.includes('red shoes') && stored;
    });
    assert.match(kept, /tab=cart&code=\[REDACTED\]/);
    assert.match(kept, /AAAA/);
    assert.doesNotMatch(kept, secrets);
    await ok('DELETE', `/settings/config/${String(json['id'])}`, { key });
    await eventually('the defaults apply', async () => !/tab=cart|red shoes|AAAA/.test(await record()));
  });

  it('are refused with the field, and never with its value', async () => {
    const refusalOf = async (value: unknown, type?: string) => {
      const { status, json } = await set(value, type);
      return [status, json['message']];
    };
    assert.deepEqual(await refusalOf('hunter2', 'string'), [400, 'config_type: must be json for this key']);
    assert.deepEqual(await refusalOf({ rage: { clicks: 99 } }), [
      400,
      'config_value.rage.clicks: must be a whole number from 2 to 20',
    ]);
    const members = 'rage, query_names, unmasked_fields, canvas, asset_origins';
    assert.deepEqual(await refusalOf({ hunter2: 1 }), [
      400,
      `config_value: must have no members other than ${members}`,
    ]);
  });

  it('are set on the command line', async () => {
    const value = { rage: { clicks: 3 } };
    const body = JSON.stringify({ config_type: 'json', config_value: value });
    await svc(['settings', 'config', 'set', 'replay', '--json', body, '--project', project]);
    assert.deepEqual((await ok('GET', OPTION, { key }))['config_value'], value as unknown as Json);
  });
});
