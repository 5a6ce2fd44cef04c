import assert from 'node:assert/strict';
import { ServiceError } from '@svc/service-error';
import fc from 'fast-check';
import { DEFAULT_REPLAY_SETTINGS, readReplaySettings, storedReplaySettings } from './index.js';

const read = (value: unknown) => readReplaySettings(value, 'config_value');
const names = (count: number, name = 'n') => Array.from({ length: count }, () => name);

/** The field and the reason of a refusal. */
function refusalOf(value: unknown): readonly [path: string, reason: string] {
  try {
    read(value);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    assert.equal(error.code, 'invalid_request');
    const [detail] = error.details;
    if (detail) return [detail.path, detail.reason];
  }
  return assert.fail('the settings were not refused');
}

describe('readReplaySettings', () => {
  it('reads all members', () =>
    assert.deepEqual(
      read({
        rage: { clicks: 3, gap_ms: 500, px: 50 },
        query_names: ['utm_source'],
        unmasked_fields: ['q', 'Suche nach…'],
        canvas: true,
        asset_origins: ['https://cdn.example.com', 'http://localhost:8080', 'https://[::1]'],
      }),
      {
        rage: { clicks: 3, gapMs: 500, px: 50 },
        queryNames: ['utm_source'],
        unmaskedFields: ['q', 'Suche nach…'],
        canvas: true,
        assetOrigins: ['https://cdn.example.com', 'http://localhost:8080', 'https://[::1]'],
      },
    ));

  it.each<[what: string, value: unknown]>([
    ['nothing', {}],
    ['null', { rage: null, query_names: null, unmasked_fields: null, canvas: null, asset_origins: null }],
    ['empty ones', { rage: {}, query_names: [], unmasked_fields: [], canvas: false, asset_origins: [] }],
    ['null in one', { rage: { clicks: null, gap_ms: null, px: null } }],
  ])('has defaults for %s', (_, value) => assert.deepEqual(read(value), DEFAULT_REPLAY_SETTINGS));

  it.each<[what: string, value: unknown]>([
    ['the least thresholds', { rage: { clicks: 2, gap_ms: 100, px: 1 } }],
    ['the largest thresholds', { rage: { clicks: 20, gap_ms: 10_000, px: 500 } }],
    [
      '100 names of 100 bytes',
      { query_names: names(100, 'é'.repeat(50)), unmasked_fields: names(100, 'n'.repeat(100)) },
    ],
    ['20 origins', { asset_origins: names(20, 'https://cdn.example.com') }],
  ])('accepts %s', (_, value) => void read(value));

  const whole = (least: number, most: number) => `must be a whole number from ${least} to ${most}`;
  const members = 'rage, query_names, unmasked_fields, canvas, asset_origins';
  const origin = 'must be an origin such as https://cdn.example.com, in lower case and without a path';
  it.each<[what: string, value: unknown, path: string, reason: string]>([
    ['a text', 'secret', '', 'must be an object'],
    ['null', null, '', 'must be an object'],
    ['a list', [], '', 'must be an object'],
    ['an unknown member', { secret: 1 }, '', `must have no members other than ${members}`],
    ['a member of every object', { constructor: 1 }, '', `must have no members other than ${members}`],
    ['rage as a number', { rage: 4 }, '.rage', 'must be an object'],
    ['an unknown threshold', { rage: { gapMs: 1 } }, '.rage', 'must have no members other than clicks, gap_ms, px'],
    ['one click', { rage: { clicks: 1 } }, '.rage.clicks', whole(2, 20)],
    ['21 clicks', { rage: { clicks: 21 } }, '.rage.clicks', whole(2, 20)],
    ['half a click', { rage: { clicks: 2.5 } }, '.rage.clicks', whole(2, 20)],
    ['clicks as a text', { rage: { clicks: '4' } }, '.rage.clicks', whole(2, 20)],
    ['too short a gap', { rage: { gap_ms: 99 } }, '.rage.gap_ms', whole(100, 10_000)],
    ['too long a gap', { rage: { gap_ms: 10_001 } }, '.rage.gap_ms', whole(100, 10_000)],
    ['no pixel', { rage: { px: 0 } }, '.rage.px', whole(1, 500)],
    ['too many pixels', { rage: { px: 501 } }, '.rage.px', whole(1, 500)],
    ['a name that is no list', { query_names: 'secret' }, '.query_names', 'must be a list'],
    ['101 names', { query_names: names(101) }, '.query_names', 'must have at most 100 elements'],
    ['101 fields', { unmasked_fields: names(101) }, '.unmasked_fields', 'must have at most 100 elements'],
    ['a number as a name', { query_names: ['a', 1] }, '.query_names[1]', 'must be a string'],
    ['an empty name', { unmasked_fields: [''] }, '.unmasked_fields[0]', 'must have 1 to 100 bytes'],
    ['101 bytes', { unmasked_fields: [`${'é'.repeat(50)}n`] }, '.unmasked_fields[0]', 'must have 1 to 100 bytes'],
    ['a line break', { query_names: ['a\nb'] }, '.query_names[0]', 'must not have control characters'],
    ['half a character', { query_names: ['\ud800'] }, '.query_names[0]', 'must not have control characters'],
    ['canvas as a text', { canvas: 'true' }, '.canvas', 'must be true or false'],
    ['21 origins', { asset_origins: names(21) }, '.asset_origins', 'must have at most 20 elements'],
    ...[
      'cdn.example.com',
      'ftp://cdn.example.com',
      'https://cdn.example.com/',
      'https://cdn.example.com/a',
      'https://cdn.example.com?a',
      'https://CDN.example.com',
      'https://joe:secret@cdn.example.com',
      'https://*.example.com',
      'https://cdn.example.com:443',
      'https://cdn.example.com:99999',
      'https://127.1',
      'https://[::1',
      'https://',
      'null',
      `https://${'a'.repeat(300)}.example`,
    ].map((text) => [text.slice(0, 40), { asset_origins: [text] }, '.asset_origins[0]', origin] as const),
  ] as [string, unknown, string, string][])('refuses %s', (_, value, path, reason) =>
    assert.deepEqual(refusalOf(value), [`config_value${path}`, reason]),
  );

  it('refuses without a value of the caller', () => {
    const secret = fc.constantFrom('hunter2', 'hunter2\n', ['hunter2'], { hunter2: 1 });
    const member = fc.constantFrom('rage', 'query_names', 'unmasked_fields', 'canvas', 'asset_origins', 'hunter2');
    fc.assert(
      fc.property(member, secret, (name, value) => {
        assert.doesNotMatch(refusalOf({ [name]: Array.isArray(value) ? [value] : value }).join(' '), /hunter2/);
      }),
    );
  });

  it.each<[what: string, value: unknown]>([
    ['an entry that is older than the settings', 'hunter2'],
    ['a value that no longer fits', { rage: { clicks: 1_000 } }],
    ['no entry', undefined],
    ['a secret, which has no value', null],
  ])('takes %s for absent settings', (_, value) =>
    assert.deepEqual(storedReplaySettings(value), DEFAULT_REPLAY_SETTINGS),
  );

  it('reads what is stored', () => assert.equal(storedReplaySettings({ canvas: true }).canvas, true));
});
