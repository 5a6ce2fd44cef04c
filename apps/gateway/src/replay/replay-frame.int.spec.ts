import assert from 'node:assert/strict';
import { GatewayUnderTest } from '../testing/gateway.js';

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; img-src data: blob:; font-src data:; media-src 'none'; " +
  "connect-src 'none'; frame-src 'none'; form-action 'none'; base-uri 'none'; object-src 'none'; frame-ancestors 'self'";

describe('the document that plays recordings', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await GatewayUnderTest.start();
  });
  afterAll(() => gateway.stop());

  it('has a policy of its own, and can be mounted by pages of this origin', async () => {
    const { status, headers } = await gateway.send('/replay/frame');
    assert.equal(status, 200);
    assert.equal(headers['content-type'], 'text/html; charset=utf-8');
    assert.equal(headers['content-security-policy'], POLICY);
    assert.equal(headers['x-frame-options'], 'SAMEORIGIN');
    assert.equal(headers['referrer-policy'], 'no-referrer');
    assert.equal(headers['x-content-type-options'], 'nosniff');
  });

  it('runs one script, whose address changes with its content, and contains its licenses', async () => {
    const { text } = await gateway.send('/replay/frame');
    const scripts = [...text.matchAll(/<script[^>]*>/g)].map(([tag]) => tag);
    const [, address = ''] =
      /^<script type="module" src="(\/replay\/frame\/[0-9a-f]{16}\.js)">$/.exec(scripts[0] ?? '') ?? [];
    assert.deepEqual([scripts.length, address === ''], [1, false], scripts.join());
    const script = await gateway.send(address);
    assert.equal(script.status, 200);
    assert.equal(script.headers['cache-control'], 'public, max-age=31536000, immutable');
    assert.equal(script.headers['content-type'], 'text/javascript; charset=utf-8');
    assert.match(script.text, /Permission is hereby granted, free of charge/);
  });

  it('has no other files', async () => {
    for (const name of ['0000000000000000.js', 'frame.js', '..%2fframe.js', 'constructor'])
      assert.equal((await gateway.send(`/replay/frame/${name}`)).status, 404, name);
  });
});

describe('the document that plays recordings at an origin of its own', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await GatewayUnderTest.start({
      publicUrl: 'https://svc.example',
      replayOrigin: 'https://replay.example',
    });
  });
  afterAll(() => gateway.stop());

  const at = (host: string, path: string) => gateway.send(path, { headers: { host } });

  it('can be mounted by the pages of the interface only, and takes their port', async () => {
    for (const host of ['replay.example', 'svc.example']) {
      const { status, headers, text } = await at(host, '/replay/frame');
      assert.equal(status, 200);
      assert.equal(headers['content-security-policy'], POLICY.replace(/'self'$/, 'https://svc.example'));
      assert.equal(headers['x-frame-options'], undefined);
      assert.match(text, /<html lang="en" data-mounter="https:\/\/svc\.example">/);
      const [, script = ''] = /src="([^"]+)"/.exec(text) ?? [];
      assert.equal((await at(host, script)).status, 200);
      assert.equal((await at(host, '/replay/frame?window=1')).status, 200);
    }
  });

  it('is all that is served there', async () => {
    for (const path of ['/docs', '/login', '/health', '/api/v1/projects', '/replay/frames', '/'])
      for (const host of ['replay.example', 'REPLAY.example']) assert.equal((await at(host, path)).status, 404, path);
    assert.equal((await at('svc.example', '/docs')).status, 200);
    assert.equal((await at('svc.example', '/api/v1/projects')).status, 401);
  });
});
