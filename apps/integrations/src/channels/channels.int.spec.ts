import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
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

  it('reports an invalid configuration by field, never repeating a value', async () => {
    const as = callerIn();
    const refused: [object, string][] = [
      [{ secret: SECRET }, 'config.url'],
      [{ url: 'ftp://x', secret: SECRET }, 'config.url'],
      [{ url: 'https://u:p@example.com', secret: SECRET }, 'config.url'],
      [{ url: 'https://example.com', secret: 'whsec_short' }, 'config.secret'],
      [{ url: 'https://example.com', secret: SECRET, other: 1 }, 'config.other'],
      [{ url: 'https://example.com', secret: SECRET, headers: { host: 'x' } }, 'config.headers'],
      [{ url: 'https://example.com', secret: SECRET, headers: { a: 'x\r\ny: z' } }, 'config.headers'],
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
