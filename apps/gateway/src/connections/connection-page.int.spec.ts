import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
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
    assert.match(text, /href="\/settings\/connections"/);
  });

  it('links to the connection in the settings of its project, and to nothing that is no ID', async () => {
    const [project, connection] = [randomUUID(), randomUUID()];
    const linkOf = async (result: string, ids: Readonly<Record<string, string>>): Promise<string | undefined> => {
      const query = new URLSearchParams({ result, ...ids }).toString();
      const { text } = await gateway.send(`/configure/connections?${query}`);
      return /href="([^"]*settings[^"]*)"/.exec(text)?.[1];
    };
    const settings = `/p/${project}/settings/connections`;
    const ids = { project_id: project, connection_id: connection };
    assert.equal(await linkOf('connected', ids), `${settings}?open=${connection}`);
    assert.equal(await linkOf('denied', { project_id: project }), settings);
    assert.equal(await linkOf('connected', { project_id: project, connection_id: '"><b>' }), settings);
    assert.equal(await linkOf('connected', { ...ids, project_id: '/evil.example' }), '/settings/connections');
  });
});
