import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { generateApiKey } from '@svc/auth';
import { decodeLogs } from '@svc/otlp';
import { MAX_BODY_BYTES, MAX_EXPANDED_BYTES, startWireServer, type WireServer } from './wire-server.fixture.js';

const SLUG = 'shop';
const PATH = '/loki/api/v1/push';
const JSON_BODY = { 'content-type': 'application/json' };
/** A push in protobuf in a block of Snappy: the stream {app="shop"} with one empty line at the second 1 of 1970. */
const OLD_LINE = Buffer.from([
  ...[0x18, 0x5c, 0x0a, 0x16, 0x0a, 0x0c],
  ...Buffer.from('{app="shop"}'),
  ...[0x12, 0x06, 0x0a, 0x02, 0x08, 0x01, 0x12, 0x00],
]);

describe('the push API of Loki', () => {
  let server: WireServer;
  beforeAll(async () => {
    server = await startWireServer();
  });
  afterAll(() => server.stop());

  const post = (body: string | Uint8Array, headers: Record<string, string> = JSON_BODY, prefix = '') =>
    server.post(`${prefix}${PATH}`, Buffer.from(body), headers);
  let count = 0;
  /** A push of lines that no other push has. */
  const push = (lines = 1, ageMs = 0): string => {
    const time = `${Date.now() - ageMs}000000`;
    const values = Array.from({ length: lines }, () => [time, `line ${count++}`]);
    return JSON.stringify({ streams: [{ stream: { app: 'shop', level: 'warn' }, values }] });
  };
  const stored = async (): Promise<number> => (await server.read('logs')).length;
  const expectStored = async (records: number, ...request: Parameters<typeof post>) => {
    const before = await stored();
    const { status, text } = await post(...request);
    assert.deepEqual([status, text], [204, '']);
    assert.equal((await stored()) - before, records);
  };

  it('answers 204 once the lines are in the log as OTLP, and a repetition without storing it again', async () => {
    const body = push();
    await expectStored(1, body);
    const [request] = await server.read('logs');
    const context = { receivedAtNs: BigInt(Date.now()) * 1_000_000n, retentionDays: 30, projectNumber: 1 };
    const [log] = [...decodeLogs(Buffer.from(request ?? []), { ...context, partition: 0, offset: 0 })].filter(
      (each) => each !== undefined,
    );
    assert.ok(typeof log === 'object');
    assert.deepEqual([log.service_name, log.severity_text, log.body], ['shop', 'warn', 'line 0']);
    await expectStored(0, body);
    assert.equal(server.admission.reservedBytes, 0);
  });

  it('accepts gzip, protobuf in a block of Snappy, and large bodies, which a thread translates', async () => {
    await expectStored(1, gzipSync(push()), { ...JSON_BODY, 'content-encoding': 'gzip' });
    await expectStored(1, push(20_000));
    const old = await post(OLD_LINE, { 'content-type': 'application/x-protobuf' });
    assert.deepEqual([old.status, old.text], [400, '1 of 1 log records were rejected: 1 timestamp_too_old.\n']);
    const named = await post(OLD_LINE, { 'content-type': 'application/x-protobuf', 'content-encoding': 'snappy' });
    assert.equal(named.status, 400);
    const twice = { 'content-type': 'application/x-protobuf', 'content-encoding': 'gzip' };
    assert.equal((await post(gzipSync(OLD_LINE), twice)).status, 400);
    assert.equal((await post('{"streams":[]}')).status, 204);
    assert.equal(server.admission.reservedBytes, 0);
  });

  it('accepts the key as Bearer, in the headers of OTLP, and as user or password of Basic', async () => {
    const { writer } = server.keys;
    const basic = (user: string, password: string) => `Basic ${btoa(`${user}:${password}`)}`;
    for (const authorization of [`Bearer ${writer}`, basic('loki', writer), basic(writer, ''), basic(writer, 'x')])
      await expectStored(1, push(), { ...JSON_BODY, authorization });
    await expectStored(1, push(), { ...JSON_BODY, authorization: '', 'x-api-key': writer, 'x-scope-orgid': 'tenant' });
  });

  it('takes the project from the path, and refuses a header that names another one', async () => {
    await expectStored(1, push(), JSON_BODY, `/p/${SLUG}`);
    assert.equal(server.projects.at(-1), SLUG);
    await expectStored(1, push(), { ...JSON_BODY, 'x-svc-project': SLUG }, `/p/${SLUG}`);
    const conflict = await post(push(), { ...JSON_BODY, 'x-svc-project': 'other' }, `/p/${SLUG}`);
    assert.equal(conflict.status, 403);
    assert.match(conflict.text, /must each be one well-formed value and agree with the credential\.\n$/);
    assert.equal((await post(push(), JSON_BODY, '/p/-')).status, 404);
  });

  it('says that it is ready where senders ask Loki', async () => {
    for (const prefix of ['', `/p/${SLUG}`]) assert.equal((await fetch(`${server.url}${prefix}/ready`)).status, 200);
  });

  it('refuses by status and text', async () => {
    const before = await stored();
    const proto = { 'content-type': 'application/x-protobuf' };
    const cases: readonly [number, RegExp, string | Uint8Array<ArrayBuffer>, Record<string, string>?][] = [
      [
        401,
        /credential is required/,
        push(),
        { ...JSON_BODY, authorization: `Bearer ${generateApiKey('org').secret}` },
      ],
      [401, /credential is required/, push(), { ...JSON_BODY, authorization: `Basic ${btoa('loki:')}` }],
      [403, /lacks the scope telemetry:write/, push(), { ...JSON_BODY, authorization: `Bearer ${server.keys.other}` }],
      [400, /^streams\[0\]\.values:/, '{"streams":[{"values":"x"}]}'],
      [400, /Snappy/, new Uint8Array([9, 9]), proto],
      [413, /too large/, 'x'.repeat(MAX_BODY_BYTES + 1)],
      [413, /too large/, gzipSync('x'.repeat(MAX_EXPANDED_BYTES + 1)), { ...JSON_BODY, 'content-encoding': 'gzip' }],
      [415, /^content-type:/, push(), { 'content-type': 'text/plain' }],
      [415, /^content-encoding:/, push(), { ...JSON_BODY, 'content-encoding': 'snappy' }],
    ];
    for (const [status, text, ...request] of cases) {
      const answer = await post(...request);
      assert.equal(answer.status, status, `${String(text)} ${answer.text}`);
      assert.match(answer.text, text);
      assert.match(answer.text, /^[^\n]+\n$/);
      assert.match(answer.headers.get('content-type') ?? '', /^text\/plain/);
    }
    assert.equal(await stored(), before);
    assert.equal(server.admission.reservedBytes, 0);
  });

  it('refuses a block that states more bytes than a request may have, before it is decoded', async () => {
    // 4 MiB and a byte, of 200 kB that could hold that many.
    const block = new Uint8Array(200_000);
    block.set([0x81, 0x80, 0x80, 0x02]);
    const answer = await post(block, { 'content-type': 'application/x-protobuf' });
    assert.equal(answer.status, 413);
  });

  it('asks to send again with 429 and 503, and with Retry-After', async () => {
    const busy = await server.whileFull(() => post(push()));
    const used = await server.whileLimited(50, () => post(push()));
    const broken = await server.whileBroken(() => post(push()));
    assert.deepEqual([busy.status, used.status, broken.status], [429, 429, 503]);
    for (const { headers } of [busy, used, broken]) assert.ok(Number(headers.get('retry-after')) >= 1);
    assert.equal(server.admission.reservedBytes, 0);
  });

  it('counts requests by outcome, and lines that are not stored by reason', async () => {
    const rejected = () => server.count('svc_ingest_wire_dropped_total', 'wire="loki"', 'reason="timestamp_too_old"');
    const partial = () => server.count('svc_ingest_wire_requests_total', 'wire="loki"', 'outcome="partial"');
    const before = [await rejected(), await partial()] as const;
    const [recent, old] = [push(), push(2, 40 * 86_400_000)].map((text) => JSON.parse(text) as { streams: unknown[] });
    const answer = await post(JSON.stringify({ streams: [...(recent?.streams ?? []), ...(old?.streams ?? [])] }));
    assert.equal(answer.status, 204);
    assert.match(
      answer.headers.get('x-svc-rejected') ?? '',
      /^2 of 3 log records were rejected: 2 timestamp_too_old\.$/,
    );
    assert.deepEqual([await rejected(), await partial()], [before[0] + 2, before[1] + 1]);
  });
});
