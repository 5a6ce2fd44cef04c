import assert from 'node:assert/strict';
import { operations } from '@svc/contract';
import { createLogger } from '@svc/observability';
import { GatewayUnderTest, type Answer, type Sent } from '../testing/gateway.js';

const SENTINEL = 'sentinel7f3a';
/** In names it stands beside characters that a path in `details` never shows. */
const NAME = `${SENTINEL} <name>`;

/** Request ids are the one thing a caller gets back, and field paths name fields; no value of any kind may come back. */
describe('what a caller sends', () => {
  let gateway: GatewayUnderTest;
  let own: string;
  let keys: (string | undefined)[];
  const logged: string[] = [];

  beforeAll(async () => {
    const destination = { write: (line: string) => void logged.push(line) };
    const logger = createLogger({ service: 'gateway', level: 'trace', destination });
    gateway = await GatewayUnderTest.start({}, logger);
    own = gateway.workspace.projectId;
    keys = [
      undefined,
      `${SENTINEL}-${SENTINEL}`,
      `svc_org_${SENTINEL.padEnd(40, '0')}_000000`,
      gateway.workspace.ownerKey,
      (await gateway.newKey({ projectId: own })).secret,
      (await gateway.newKey({ scopes: [] })).secret,
      await gateway.newAccessToken('ROLE_OWNER'),
    ];
  });
  afterAll(() => gateway.stop());

  const send = async (target: string, sent: Sent): Promise<Answer> => {
    const answer = await gateway.send(target, sent);
    const received = `${JSON.stringify(answer.headers)} ${answer.text}`.toLowerCase();
    assert.ok(!received.includes(SENTINEL), `${sent.method ?? 'GET'} ${target}: ${received}`);
    return answer;
  };

  const queries = (): string[] => [
    '',
    `project_id=${own}`,
    `project_id=${SENTINEL}`,
    `project_id=${own}&project_id=${SENTINEL}`,
    `project_id=${SENTINEL}%zz`,
    `project_id=${own}&${encodeURIComponent(NAME)}=${SENTINEL}`,
    `project_id=${own}&limit=${SENTINEL}&cursor=${SENTINEL}&start_time=${SENTINEL}&sort=${SENTINEL}&level=${SENTINEL}`,
    `project_id=${own}&limit=1&limit=${SENTINEL}`,
    `project_id=${own}&q=${SENTINEL}%zz&expected_version=${SENTINEL}&signal=${SENTINEL}&trace_id=${SENTINEL}`,
  ];

  const bodies: unknown[] = [
    `{"name": ${SENTINEL}}`,
    `{"name": "${SENTINEL}"`,
    `{"${SENTINEL}":1,"${SENTINEL}":2}`,
    SENTINEL,
    JSON.stringify(SENTINEL),
    [SENTINEL],
    { [NAME]: SENTINEL },
    { project_id: SENTINEL },
    { project_id: { [NAME]: SENTINEL }, name: [SENTINEL] },
    {
      name: SENTINEL.repeat(50),
      signal: SENTINEL,
      query: SENTINEL,
      is_shared: SENTINEL,
      idempotency_key: `${SENTINEL} `,
    },
    { name: 1, scopes: [SENTINEL, `${SENTINEL}:read`, 1], expires_at: SENTINEL, expected_version: SENTINEL },
    { name: 'x', scopes: [`${SENTINEL.slice(0, 8)}:${SENTINEL}`, 'logs:read'], expires_at: '2001-01-01T00:00:00Z' },
  ];

  for (const operation of operations) {
    it(`never comes back from ${operation.id}, nor reaches the log`, async () => {
      const path = operation.path.replaceAll(/\{[a-z_]+\}/g, SENTINEL);
      const statuses = new Set<number>();
      for (const key of keys) {
        const as = { method: operation.method, ...(key !== undefined && { key }) };
        for (const query of queries()) statuses.add((await send(`${path}?${query}`, as)).status);
        if (operation.body === undefined) continue;
        for (const body of bodies) statuses.add((await send(`${path}?project_id=${own}`, { ...as, body })).status);
        const headers = { 'content-type': `text/${SENTINEL}`, 'idempotency-key': SENTINEL };
        statuses.add((await send(path, { ...as, body: SENTINEL, headers })).status);
      }
      const refusals = operation.scope === undefined ? [400] : [400, 401, 403];
      assert.ok(
        refusals.every((status) => statuses.has(status)),
        [...statuses].join(),
      );
      assert.ok(
        !logged.some((line) => line.includes(SENTINEL)),
        logged.find((line) => line.includes(SENTINEL)),
      );
    });
  }

  it('never comes back from anywhere else', async () => {
    for (const target of [
      `/${SENTINEL}`,
      `/api/v1/${SENTINEL}?${SENTINEL}=${SENTINEL}`,
      `/${SENTINEL}%zz`,
      `/docs/${SENTINEL}`,
    ]) {
      for (const method of ['GET', 'PUT', 'OPTIONS', 'POST']) {
        await send(target, { method, headers: { accept: SENTINEL, 'x-request-id': `${SENTINEL} ` + SENTINEL } });
      }
    }
    assert.ok(logged.length > 0);
    assert.ok(!logged.some((line) => line.includes(SENTINEL)));
  });
});
