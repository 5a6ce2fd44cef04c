import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { eventually } from '@svc/testing';
import { api, ok, type ApiAnswer, type Json } from '../api.js';
import { theService } from '../topology.js';
import { makeProject, sendLog, type MadeProject } from '../workspace/project.js';

const RECORDS = 40_000;
const SEARCHES = 75;
/** Rejected before searching, because too many searches are waiting. */
const isTurnedAway = ({ status }: ApiAnswer): boolean => status === 429 || status === 503;

/** Records with many attributes, so that a pattern over them costs something. */
async function fill({ id }: MadeProject): Promise<void> {
  const { ingestUrl, apiKey } = theService();
  const attributes = Array.from({ length: 8 }, (_, at) => ({
    key: `key${at}`,
    value: { stringValue: 'some words of an attribute' },
  }));
  const now = BigInt(Date.now()) * 1_000_000n;
  const logRecords = Array.from({ length: RECORDS }, (_, at) => ({
    timeUnixNano: String(now - BigInt(at) * 1_000_000n),
    body: { stringValue: `record ${at}` },
    attributes,
  }));
  const sent = await fetch(`${ingestUrl}/v1/logs?project_id=${id}`, {
    method: 'POST',
    headers: { 'x-svc-api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ resourceLogs: [{ scopeLogs: [{ logRecords }] }] }),
  });
  assert.equal(sent.status, 200, await sent.text());
}

describe('fairness between projects', () => {
  let greedy: MadeProject;
  let modest: MadeProject;
  const sockets: Socket[] = [];
  beforeAll(async () => {
    [greedy, modest] = [await makeProject(), await makeProject()];
    await fill(greedy);
    assert.equal(await sendLog(theService().apiKey, modest.id), 200);
    for (const { id } of [greedy, modest]) {
      const hasLogs = async () =>
        [...((await ok('GET', `/logs?project_id=${id}&limit=1`))['logs'] as Json[])].length > 0;
      await eventually('the logs can be read', hasLogs);
    }
  });
  afterAll(() => {
    for (const socket of sockets) socket.destroy();
  });

  it('reads the logs of one project before 75 costly searches of another one have ended', async () => {
    // Roughly the maximum number of terms and wildcards of a query.
    const terms = Array.from({ length: 50 }, (_, at) => (at < 4 ? `key${at}:*nothing${at}*` : `nothing${at}`));
    const q = terms.join(' OR ');
    const search = `/logs?project_id=${greedy.id}&limit=1&q=${encodeURIComponent(q)}`;
    let ended = 0;
    const costly = Array.from({ length: SEARCHES }, async () => {
      const answer = await api('GET', search);
      if (!isTurnedAway(answer)) ended += 1;
      return answer;
    });
    await ok('GET', `/logs?project_id=${modest.id}&limit=1`);
    const endedBefore = ended;
    const answers = await Promise.all(costly);
    // First come, first served would answer the read after all of them.
    assert.ok(endedBefore < ended, `${endedBefore} of ${ended} searches had ended`);
    // The column store of a busy machine may estimate that a search takes longer than allowed.
    const isExpected = ({ status, text }: ApiAnswer): boolean =>
      [200, 429, 503, 504].includes(status) || (status === 400 && text.includes('"query_too_expensive"'));
    const others = answers.filter((answer) => !isExpected(answer));
    assert.deepEqual(
      others.map(({ status, text }) => `${status} ${text}`),
      [],
    );
    for (const { status, headers } of answers)
      if (status === 429) assert.match(headers.get('retry-after') ?? '', /^\d+$/);
  });

  it('accepts telemetry of one project while bodies with a publishable key of another one trickle', async () => {
    const { secret } = await ok('POST', '/account/api-keys', {
      body: { name: 'page', scopes: ['telemetry:write'], project_id: greedy.id, publishable: true },
    });
    const { ingestUrl, apiKey } = theService();
    const { hostname, port } = new URL(ingestUrl);
    for (let at = 0; at < 5; at += 1) {
      const socket = connect(Number(port), hostname).on('error', () => undefined);
      socket.write(
        `POST /v1/logs HTTP/1.1\r\nhost: ${hostname}\r\nx-svc-api-key: ${secret as string}\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n`,
      );
      const chunk = 'x'.repeat(1024 * 1024);
      for (let sent = 0; sent < 60; sent += 1) socket.write(`100000\r\n${chunk}\r\n`);
      sockets.push(socket.resume());
    }
    for (let round = 0; round < 20; round += 1) assert.equal(await sendLog(apiKey, modest.id), 200);
  });
});
