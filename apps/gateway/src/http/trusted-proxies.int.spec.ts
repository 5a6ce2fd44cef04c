import assert from 'node:assert/strict';
import { GatewayUnderTest } from '../testing/gateway.js';

/** The address in the audit log of a write that was sent with this header. */
async function recordedAddress(gateway: GatewayUnderTest, forwardedFor: string): Promise<string | undefined> {
  await gateway.send('/api/v1/account/api-keys', {
    method: 'POST',
    key: gateway.workspace.ownerKey,
    headers: { 'x-forwarded-for': forwardedFor },
    body: { name: 'x', scopes: ['logs:read'] },
  });
  const entry = await gateway.workspace.relational.client.auditEntry.findFirst({ orderBy: { id: 'desc' } });
  return entry?.sourceAddress;
}

describe('X-Forwarded-For', () => {
  it('ignores the header while no proxy is trusted', async () => {
    const gateway = await GatewayUnderTest.start();
    try {
      assert.equal(await recordedAddress(gateway, '192.0.2.1'), '127.0.0.1');
    } finally {
      await gateway.stop();
    }
  });

  it('ignores the header from an address that is not trusted', async () => {
    const gateway = await GatewayUnderTest.start({
      http: { host: '127.0.0.1', port: 0, trustedProxies: ['10.0.0.0/8'] },
    });
    try {
      assert.equal(await recordedAddress(gateway, '192.0.2.1'), '127.0.0.1');
    } finally {
      await gateway.stop();
    }
  });

  it('names the client by its last address that is not a trusted proxy', async () => {
    const trustedProxies = ['127.0.0.1', '10.0.0.0/8'];
    const gateway = await GatewayUnderTest.start({ http: { host: '127.0.0.1', port: 0, trustedProxies } });
    try {
      for (const [header, address] of [
        ['192.0.2.1', '192.0.2.1'],
        ['203.0.113.9, 192.0.2.1', '192.0.2.1'],
        ['203.0.113.9, 192.0.2.1, 10.1.2.3', '192.0.2.1'],
      ] as const) {
        assert.equal(await recordedAddress(gateway, header), address, header);
      }
      const headers = { 'x-forwarded-for': '203.0.113.9, no address, 10.1.2.3' };
      const { status, json } = await gateway.send('/health/live', { headers });
      assert.deepEqual([status, json.error], [400, 'invalid_request']);
    } finally {
      await gateway.stop();
    }
  });
});
