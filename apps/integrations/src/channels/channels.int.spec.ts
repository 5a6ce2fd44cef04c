import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { JsonObject } from '@svc/contract';
import type { ServiceError } from '@svc/service-error';
import { isSecret, type ConfigField } from '../channel-types/config-field.js';
import { CONFIGS } from '../channel-types/configs.fixture.js';
import { CHANNEL_TYPES } from '../channel-types/index.js';
import { callerIn, startIntegrations, type IntegrationsServer } from '../testing/integrations-server.js';

const SECRET = `whsec_${randomBytes(32).toString('base64')}`;
const WEBHOOK = { type: 'webhook', name: 'Ops', config: { url: 'https://example.com/hook', secret: SECRET } };

describe('channels', () => {
  let server: IntegrationsServer;
  beforeAll(async () => (server = await startIntegrations()));
  afterAll(() => server.stop());

  it('creates, lists by name, reads without secrets and deletes channels', async () => {
    const as = callerIn();
    const channel = await server.channels.create({ ...WEBHOOK, events: ['issue.*'], timeZone: 'Europe/Berlin' }, as);
    await server.channels.create({ ...WEBHOOK, name: 'A' }, as);
    const { channels } = await server.channels.list({}, as);
    assert.deepEqual(
      channels.map(({ name }) => name),
      ['A', 'Ops'],
    );
    const read = await server.channels.get({ channelId: channel.id }, as);
    assert.deepEqual(read.config, { url: 'https://example.com/hook', secret: '********' });
    assert.deepEqual(
      [read.timeZone, read.events, read.enabled, read.version],
      ['Europe/Berlin', ['issue.*'], true, 1n],
    );
    assert.equal(read.health?.status, 'unknown');
    await server.channels.delete({ channelId: channel.id }, as);
    await assert.rejects(server.channels.get({ channelId: channel.id }, as), { code: 'not_found' });
  });

  it('stores secrets encrypted', async () => {
    const as = callerIn();
    const { id } = await server.channels.create(WEBHOOK, as);
    const row = await server.database.relational.client.channel.findUniqueOrThrow({ where: { id } });
    assert.ok(
      !JSON.stringify(row, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)).includes(SECRET),
    );
    assert.ok(row.sealed);
  });

  it('keeps a secret that an update omits or sends back hidden', async () => {
    const as = callerIn();
    const { id: channelId } = await server.channels.create(WEBHOOK, as);
    const sealed = async () =>
      (await server.database.relational.client.channel.findUniqueOrThrow({ where: { id: channelId } })).sealed;
    const url = 'https://example.com/two';
    for (const config of [{ url }, { url, secret: '********' }] as Record<string, string>[]) {
      const updated = await server.channels.update({ channelId, config }, as);
      assert.deepEqual(updated.config, { ...config, secret: '********' });
      assert.ok(await sealed());
    }
    // A text secret cannot be unset: the type requires it.
    await assert.rejects(server.channels.update({ channelId, config: { secret: SECRET } }, as), {
      code: 'invalid_request',
    });
  });

  for (const { name: type, fields } of CHANNEL_TYPES) {
    const complete: JsonObject = { ...CONFIGS[type] };
    const secrets = fields.filter((field) => isSecret(field) && field.kind !== 'url' && complete[field.name]);
    for (const field of secrets.length === 0 ? [] : fields.filter(isAddress))
      it(`demands the secrets of a channel of type ${type} again when its ${field.name} changes`, async () => {
        const as = callerIn();
        const { id: channelId } = await server.channels.create({ type, name: type, config: complete }, as);
        const names = secrets.map(({ name }) => name);
        const without = Object.fromEntries(Object.entries(complete).filter(([name]) => !names.includes(name)));
        const hidden = Object.fromEntries(names.map((name) => [name, '********']));
        for (const address of otherAddresses(field, complete[field.name]))
          for (const kept of [{}, hidden]) {
            const config = { ...without, ...kept, [field.name]: address };
            await assert.rejects(server.channels.update({ channelId, config }, as), ({ details }: ServiceError) => {
              assert.deepEqual(
                details.map(({ path }) => path),
                names.map((name) => `config.${name}`),
              );
              return true;
            });
          }
        const [address = ''] = otherAddresses(field, complete[field.name]);
        const { config } = await server.channels.update(
          { channelId, config: { ...complete, [field.name]: address } },
          as,
        );
        assert.equal(config?.[field.name], address);
      });
  }

  it('refuses plain http to public addresses, in every address of every type', async () => {
    let addresses = 0;
    for (const { name: type, fields } of CHANNEL_TYPES)
      for (const { kind, name } of fields) {
        if (kind !== 'url') continue;
        addresses += 1;
        const config = { ...CONFIGS[type], [name]: 'http://8.8.8.8/hook' };
        await assert.rejects(server.channels.create({ type, name: `${type} ${name}`, config }, callerIn()), (error) => {
          const { details } = error as ServiceError;
          return details.length === 1 && details[0]?.path === `config.${name}` && details[0].reason.includes('https');
        });
      }
    assert.ok(addresses >= 9);
  });

  it('opens no secret for an address that was changed in the database', async () => {
    const as = callerIn();
    const { id } = await server.channels.create(WEBHOOK, as);
    const { client } = server.database.relational;
    await client.channel.update({ where: { id }, data: { config: { url: 'https://mine.example/' } } });
    await assert.rejects(server.channels.get({ channelId: id }, as));
  });

  it('removes an optional secret that an update sets to null or to an empty text, and requires the others', async () => {
    const as = callerIn();
    const { url } = WEBHOOK.config;
    const { id: channelId } = await server.channels.create(WEBHOOK, as);
    for (const removed of [null, '']) {
      const both = await server.channels.update({ channelId, config: { url, previous_secret: SECRET } }, as);
      assert.deepEqual(both.config, { url, secret: '********', previous_secret: '********' });
      const one = await server.channels.update({ channelId, config: { url, previous_secret: removed } }, as);
      assert.deepEqual(one.config, { url, secret: '********' });
      await assert.rejects(server.channels.update({ channelId, config: { url, secret: removed } }, as), {
        code: 'invalid_request',
      });
    }
  });

  it('reports an invalid configuration by field, never repeating a value', async () => {
    const as = callerIn();
    const refused: [object, string][] = [
      [{ secret: SECRET }, 'config.url'],
      [{ url: 'ftp://x', secret: SECRET }, 'config.url'],
      [{ url: 'https://u:p@example.com', secret: SECRET }, 'config.url'],
      [{ url: 'https://example.com', secret: 'whsec_short' }, 'config.secret'],
      [{ url: 'https://example.com', secret: SECRET, other: 1 }, 'config.other'],
      [{ url: 'https://example.com', secret: SECRET, headers: { host: 'x' } }, 'config.headers'],
      ...[
        ...[
          { a: 'x\r\ny: z' },
          { a: 'za\u017c\u00f3\u0142\u0107' },
          { a: '\u{1F600}' },
          { a: 'x\u0007' },
          { a: 'x\u007f' },
          { 'x-a': '1', 'X-A': '2' },
        ],
        ...['keep-alive', 'Connection', 'transfer-encoding', 'te', 'Upgrade', 'expect'].map((name) => ({
          [name]: 'x',
        })),
      ].map((headers): [object, string] => [{ url: 'https://example.com', secret: SECRET, headers }, 'config.headers']),
    ];
    for (const [config, path] of refused)
      await assert.rejects(server.channels.create({ ...WEBHOOK, config: { ...config } }, as), (error: Error) => {
        const { code, details } = error as Error & { code: string; details: { path: string }[] };
        assert.deepEqual([code, details.map((detail) => detail.path)], ['invalid_request', [path]]);
        assert.ok(!error.message.includes('whsec_'));
        return true;
      });
    await assert.rejects(server.channels.create({ ...WEBHOOK, timeZone: 'Mars/Base' }, as), {
      code: 'invalid_request',
    });
  });

  it('accepts every header value that the HTTP client can send', async () => {
    const headers = { 'x-tab': 'a\tb', 'x-latin': 'Zürich', 'x-empty': '' };
    const config = { ...WEBHOOK.config, headers };
    assert.ok((await server.channels.create({ ...WEBHOOK, config }, callerIn())).id);
    const opsgenie = { type: 'opsgenie', name: 'Ops', config: { api_key: 'kluczyk\u017c' } };
    await assert.rejects(server.channels.create(opsgenie, callerIn()), { code: 'invalid_request' });
  });

  it('requires unique names in a project, and checks the expected version of an update', async () => {
    const as = callerIn();
    const { id: channelId } = await server.channels.create(WEBHOOK, as);
    await assert.rejects(server.channels.create(WEBHOOK, as), { code: 'already_exists' });
    await server.channels.create(WEBHOOK, callerIn());
    const second = await server.channels.create({ ...WEBHOOK, name: 'Second' }, as);
    await assert.rejects(server.channels.update({ channelId: second.id, name: 'Ops' }, as), { code: 'already_exists' });
    const { version } = await server.channels.update({ channelId, name: 'New', expectedVersion: 1n }, as);
    assert.equal(version, 2n);
    await assert.rejects(server.channels.update({ channelId, name: 'Old', expectedVersion: 1n }, as), {
      code: 'version_conflict',
    });
  });

  it('answers the same 404 for objects of another project and for unknown ones', async () => {
    const { id } = await server.channels.create(WEBHOOK, callerIn());
    for (const channelId of [id, 'x', '', '\u0000', id.toUpperCase()]) {
      const as = callerIn();
      await assert.rejects(server.channels.get({ channelId }, as), { code: 'not_found' });
      await assert.rejects(server.channels.update({ channelId, name: 'x' }, as), { code: 'not_found' });
      await assert.rejects(server.channels.delete({ channelId }, as), { code: 'not_found' });
      await assert.rejects(server.channels.test({ channelId }, as), { code: 'not_found' });
    }
  });

  it('describes the configuration of each type', async () => {
    const { types } = await server.channels.types({}, callerIn());
    assert.deepEqual(
      types.map(({ type }) => type),
      CHANNEL_TYPES.map(({ name }) => name),
    );
    const schema = types.find(({ type }) => type === 'webhook')?.configSchema as {
      required: string[];
      properties: Record<string, { writeOnly?: boolean }>;
    };
    assert.deepEqual(schema.required, ['url', 'secret']);
    assert.equal(schema.properties['secret']?.writeOnly, true);
  });
});

function isAddress(field: ConfigField): boolean {
  return field.kind === 'url' || (field.kind === 'choice' && field.choosesAddress === true);
}

/** Values that send requests to another server: another host, port or scheme, or another choice. */
function otherAddresses(field: ConfigField, current: unknown): string[] {
  if (field.kind === 'choice') return field.choices.filter((choice) => choice !== current);
  const url = new URL(typeof current === 'string' ? current : 'https://example.com');
  return [
    'https://mine.example/',
    `https://${url.host}.mine.example/`,
    `https://${url.host}:8443${url.pathname}`,
    `http://${url.host}${url.pathname}`,
  ];
}
