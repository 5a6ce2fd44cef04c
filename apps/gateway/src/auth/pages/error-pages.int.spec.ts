import assert from 'node:assert/strict';
import { Browser } from '../../testing/browser.js';
import { GatewayUnderTest, type Answer } from '../../testing/gateway.js';

describe('errors', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await GatewayUnderTest.start();
  });
  afterAll(() => gateway.stop());

  function assertPage(answer: Answer, status: number, alert: RegExp): void {
    assert.equal(answer.status, status, answer.text);
    assert.equal(answer.headers['content-type'], 'text/html; charset=utf-8');
    assert.match(/role="alert">([^<]*)/.exec(answer.text)?.[1] ?? 'no alert', alert);
    assert.match(answer.text, /<title>Error: /);
  }

  it('answers forms with a page, whatever is wrong with the form', async () => {
    const browser = new Browser(gateway);
    for (const path of ['/login', '/login/code', '/device', '/invitations/accept', '/password/reset', '/logout']) {
      const foreign = await browser.submit(path, {}, { origin: 'https://evil.example' });
      assertPage(foreign, 403, /another site/);
      assertPage(await browser.submit(path, { name: 'x'.repeat(20_000) }), 413, /too large/i);
      const form = { 'content-type': 'application/x-www-form-urlencoded' };
      assertPage(await browser.send(path, 'POST', 'name=a&name=b', form), 400, /appears twice/);
      const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
      assertPage(await browser.send(path, 'POST', '{', { ...html, 'content-type': 'application/json' }), 400, /JSON/);
      assertPage(await browser.send(path, 'POST', 'x', { ...html, 'content-type': 'text/plain' }), 415, /./);
    }
  });

  it('answers unknown pages with a page in a browser, and with JSON for programs and on their routes', async () => {
    const accept = 'text/html,application/xhtml+xml';
    assertPage(await gateway.send('/nothing', { headers: { accept } }), 404, /not found/);
    for (const [path, headers] of [
      ['/nothing', {}],
      ['/api/v1/nothing', { accept }],
      ['/api/v1/account', { accept }],
    ] as const) {
      const { headers: sent, json } = await gateway.send(path, { headers });
      assert.equal(sent['content-type'], 'application/json; charset=utf-8');
      assert.equal(typeof json.error, 'string');
    }
  });
});
