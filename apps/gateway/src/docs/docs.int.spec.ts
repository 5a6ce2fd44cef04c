import assert from 'node:assert/strict';
import { operations, rawRoutes } from '@svc/contract';
import { GatewayUnderTest } from '../testing/gateway.js';

describe('API reference', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await GatewayUnderTest.start();
  });
  afterAll(() => gateway.stop());

  it('serves the OpenAPI document of every operation, to everybody', async () => {
    const { status, json } = await gateway.send('/openapi.json');
    assert.equal(status, 200);
    assert.match(String(json.openapi), /^3\.1\./);
    const paths = json.paths as Record<string, Record<string, { operationId?: string }>>;
    for (const { path, method, id } of operations) {
      assert.equal(paths[path]?.[method.toLowerCase()]?.operationId, id);
    }
  });

  it('serves the reference and the other raw routes of the interface as the contract says', async () => {
    for (const route of rawRoutes.filter(({ interfaces }) => interfaces.includes('gateway'))) {
      const { status, headers } = await gateway.send(route.path, { method: route.method });
      // Routes with a credential of another kind have specs of their own: without it they refuse, each in its way.
      if (/^(auth|calendars|connections|pages|webhooks)\./.test(route.id)) {
        assert.notEqual(status, 405, route.id);
        continue;
      }
      assert.equal(status, route.project === 'public' ? 200 : 401, route.id);
      if (status === 401) continue;
      assert.ok(
        route.produces.some((type) => headers['content-type']?.startsWith(type)),
        route.id,
      );
    }
  });

  it('serves pages that load everything they name, from here and nowhere else', async () => {
    const seen = new Set<string>();
    const visit = async (target: string): Promise<void> => {
      if (seen.has(target)) return;
      seen.add(target);
      const { status, text, headers } = await gateway.send(target);
      assert.equal(status, 200, target);
      assert.match(String(headers['content-security-policy']), /default-src 'none'; script-src 'self'/);
      assert.doesNotMatch(text, /https?:\/\/|<script>|style="|\beval\(|innerHTML/, target);
      const references = text.matchAll(/(?:href|src)="(\/[^"]+)"|from '\.(\/[^']+)'/g);
      for (const [, absolute, relative] of references) await visit(absolute ?? `/docs${relative}`);
    };
    await visit('/docs');
    assert.ok(seen.size >= 7, [...seen].join());
  });

  it('redirects to the reference from its address with a slash', async () => {
    const { status, headers } = await gateway.send('/docs/');
    assert.deepEqual([status, headers.location], [302, '/docs']);
  });

  it('does not send the reference again to a browser that has it', async () => {
    const first = await gateway.send('/docs/docs.css');
    // As a proxy that compresses leaves it.
    const etag = `W/${String(first.headers.etag)}`;
    const again = await gateway.send('/docs/docs.css', { headers: { 'if-none-match': etag } });
    assert.deepEqual([again.status, again.text], [304, '']);
  });
});
