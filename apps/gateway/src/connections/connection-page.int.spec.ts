import assert from 'node:assert/strict';
import { GatewayUnderTest } from '../testing/gateway.js';

describe('the page after an OAuth authorization', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await GatewayUnderTest.start();
  });
  afterAll(() => gateway.stop());

  it.each([
    ['connected', /The connection is authorized/],
    ['denied', /Error: The connection is not authorized[^]*not permitted the connection/],
    ['<script>', /<h1>Connections<\/h1>/],
    ['', /<h1>Connections<\/h1>/],
  ])('says what the result %p means, and repeats nothing', async (result, expected) => {
    const { status, text } = await gateway.send(`/configure/connections?result=${encodeURIComponent(result)}`);
    assert.equal(status, 200);
    assert.match(text, expected);
    assert.doesNotMatch(text, /<script/);
  });
});
