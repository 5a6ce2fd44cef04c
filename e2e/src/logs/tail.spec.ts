import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { eventually, pace, randomForTests, ROOT } from '@svc/testing';
import { api, defaultProjectId, makeKey, ok, type Json } from '../api.js';
import { theService } from '../topology.js';
import { LiveStream } from './live-stream.js';

interface Line {
  readonly body: string;
  readonly severityNumber?: number;
  readonly attributes?: Readonly<Record<string, string>>;
}

/** One OTLP request; resolves when it is acknowledged. */
async function send(service: string, lines: readonly Line[], environment = 'production'): Promise<void> {
  const { ingestUrl, apiKey } = theService();
  const pairs = (values: Readonly<Record<string, string>>) =>
    Object.entries(values).map(([key, stringValue]) => ({ key, value: { stringValue } }));
  const logRecords = lines.map(({ body, severityNumber = 9, attributes = {} }) => ({
    timeUnixNano: `${Date.now()}000000`,
    severityNumber,
    body: { stringValue: body },
    attributes: pairs(attributes),
  }));
  const resource = { attributes: pairs({ 'service.name': service, 'deployment.environment.name': environment }) };
  const answer = await fetch(`${ingestUrl}/v1/logs`, {
    method: 'POST',
    headers: { 'x-svc-api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ resourceLogs: [{ resource, scopeLogs: [{ logRecords }] }] }),
  });
  assert.equal(answer.status, 200, await answer.text());
}

const until = (what: string, holds: () => boolean): Promise<boolean> =>
  eventually(what, () => Promise.resolve(holds()));

describe('live logs', () => {
  let key: { id: string; secret: string };
  let service: string;
  beforeAll(async () => {
    key = await makeKey(['logs:read', 'account:read'], await defaultProjectId());
    service = `tail-${randomUUID().slice(0, 8)}`;
    // The event log has no topic before something arrives.
    await send(service, [{ body: 'before' }]);
  });

  it('streams the records that a query returns later, with the same IDs', async () => {
    const stream = await LiveStream.open(key.secret, `service=${service}`);
    const attributes = { 'http.route': '/cart', 'user.id': 'ada', 'session.id': 's1' };
    await send(service, [{ body: 'shown and stored', severityNumber: 17, attributes }]);
    await until('the record is shown', () => stream.logs.length === 1);
    stream.cut();
    const stored = await eventually('the record is stored', async () => {
      const { logs } = await ok('GET', `/logs?service=${service}&q=${encodeURIComponent('"shown and stored"')}`, {
        key: key.secret,
      });
      return [...(logs as Json[])][0];
    });
    assert.deepEqual(stream.logs[0]?.data, stored);
  });

  it('loses nothing if the connection is cut before the first line', async () => {
    const query = `service=${service}&q=early`;
    const stream = await LiveStream.open(key.secret, query);
    await until('the stream has an ID', () => stream.lastId !== undefined);
    stream.cut();
    await send(service, [{ body: 'early' }]);
    const again = await LiveStream.open(key.secret, query, stream.lastId);
    await until('the line is shown', () => again.bodies.length > 0);
    again.cut();
    assert.deepEqual(again.bodies, ['early']);
  });

  it('loses and repeats no line through connections that are cut at random', async () => {
    const requests = Array.from({ length: 120 }, (_, n) =>
      Array.from({ length: 1 + (n % 9) }, (_, line) => ({ body: `cut-${n}-${line}` })),
    );
    const expected = requests.flat().map(({ body }) => body);
    let stream = await LiveStream.open(key.secret, `service=${service}&q=cut*`);
    const seen: string[] = [];
    let isWritten = false;
    const writing = (async () => {
      for (const lines of requests) await send(service, lines);
      isWritten = true;
    })();
    let connections = 1;
    const random = randomForTests();
    while (seen.length < expected.length) {
      const enough = 1 + Math.floor(random() * 60);
      await until(
        'more lines',
        () => stream.logs.length >= Math.min(enough, expected.length - seen.length) || stream.isClosed,
      );
      // Records that arrive after the cut were never received.
      stream.cut();
      seen.push(...stream.bodies);
      connections++;
      const position = stream.lastId;
      stream = await LiveStream.open(key.secret, `service=${service}&q=cut*`, position);
    }
    await writing;
    assert.ok(isWritten && connections > 5, `${connections} connections`);
    assert.deepEqual(seen.toSorted(), expected.toSorted());
    await send(service, [{ body: 'cut-last' }]);
    await until('the last line', () => stream.logs.length > 0);
    assert.deepEqual(stream.bodies, ['cut-last']);
    stream.cut();
  });

  it('filters live logs by person, environment, level, service and the search language', async () => {
    const filters: Record<string, string> = {
      person: 'person=ada',
      'distinct id': 'distinct_id=ada',
      environment: 'environment=staging',
      level: 'level=error,fatal',
      'search language': `q=${encodeURIComponent('"needle in" AND http.route:/c*')}`,
    };
    const streams = await Promise.all(
      Object.values(filters).map((filter) => LiveStream.open(key.secret, `service=${service}&${filter}`)),
    );
    await send(service, [
      { body: 'of ada', attributes: { 'user.id': 'ada' } },
      { body: 'of bob', attributes: { 'user.id': 'bob' } },
      { body: 'an error', severityNumber: 17 },
      { body: 'a needle in hay', attributes: { 'http.route': '/cart' } },
      { body: 'a needle in hay elsewhere', attributes: { 'http.route': '/elsewhere' } },
    ]);
    await send(service, [{ body: 'in staging' }], 'staging');
    await send('another service', [{ body: 'of ada', attributes: { 'user.id': 'ada' } }]);
    await until('a line each', () => streams.every((stream) => stream.logs.length > 0));
    assert.deepEqual(
      streams.map(({ bodies }) => bodies),
      [['of ada'], ['of ada'], ['in staging'], ['an error'], ['a needle in hay']],
    );
    for (const stream of streams) stream.cut();
  });

  it('refuses an invalid stream with 400 before it begins', async () => {
    const bad: [string, string][] = [
      [`q=${encodeURIComponent('(unclosed')}`, 'q'],
      ['level=loud', 'level[0]'],
      ['resume=nonsense', 'resume'],
      ['person=ada&distinct_id=bob', 'distinct_id'],
      ['unknown=1', 'unknown'],
    ];
    for (const [query, field] of bad) {
      const { status, json, headers } = await api('GET', `/stream/logs?${query}`, { key: key.secret });
      assert.equal(status, 400, query);
      assert.equal(json['error'], 'invalid_request');
      assert.equal(json['details']?.[0]?.['path'], field);
      assert.match(headers.get('content-type') ?? '', /^application\/json/);
    }
  });

  it('allows six streams for a key and ten for a project, and refuses another one with 429 until one ends', async () => {
    const other = (await makeKey(['logs:read'], await defaultProjectId())).secret;
    const openAll = (secret: string, length: number) =>
      Promise.all(Array.from({ length }, () => LiveStream.open(secret, '')));
    const streams = await openAll(key.secret, 6);
    const checkRefused = async (secret: string) => {
      const refused = await api('GET', '/stream/logs', { key: secret });
      assert.deepEqual([refused.status, refused.json['error']], [429, 'concurrency_limited']);
      assert.ok(Number(refused.headers.get('retry-after')) > 0);
    };
    await checkRefused(key.secret);
    streams.push(...(await openAll(other, 4)));
    await checkRefused(other);
    streams[0]?.cut();
    const next = await eventually('there is room again', async () => {
      const attempt = await LiveStream.attempt(key.secret, '');
      return attempt.response.statusCode === 200 && attempt;
    });
    for (const stream of [...streams, next]) stream.cut();
  });

  it('ends a stream after its key was revoked', async () => {
    const short = await makeKey(['logs:read'], await defaultProjectId());
    const stream = await LiveStream.open(short.secret, '');
    const revoked = await api('DELETE', `/account/api-keys/${short.id}`);
    assert.equal(revoked.status, 204);
    await eventually('the end', () => Promise.resolve(stream.isClosed));
    assert.deepEqual(stream.events.at(-1)?.name, 'end');
    assert.equal(stream.events.at(-1)?.data['reason'], 'key_revoked');
  });

  it('prints one JSON object a line from the client, until it is interrupted', async () => {
    const { httpUrl } = theService();
    const args = [path.join(ROOT, 'apps/cli/dist/svc.js'), 'logs', 'tail', '--service', service, '-q', 'piped'];
    const child = spawn(process.execPath, args, {
      env: { PATH: process.env['PATH'], SVC_API_URL: httpUrl, SVC_API_KEY: key.secret, SVC_CONFIG_DIR: '/nonexistent' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let stdout = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    // The client says nothing when it begins to listen, so lines are sent until one has come through.
    for (let n = 0; stdout === ''; n++) {
      await send(service, [{ body: `piped ${n}` }]);
      await pace(100);
    }
    child.kill('SIGINT');
    const [code] = (await once(child, 'close')) as [number | null];
    assert.equal(code, 130);
    for (const line of stdout.trim().split('\n')) {
      assert.match((JSON.parse(line) as { body: string }).body, /^piped \d+$/);
    }
  });
});
