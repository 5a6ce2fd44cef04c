import assert from 'node:assert/strict';
import { OWNER_KEY_SCOPES } from '@svc/auth';
import { operations, type Operation } from '@svc/contract';
import { createLogger } from '@svc/observability';
import { GatewayUnderTest, type Answer, type Sent } from '../testing/gateway.js';
import { REPRESENTATIVES } from '../testing/representatives.js';

const SENTINEL = 'sentinel7f3a';
/** A sentinel in names, beside characters that never appear in a path in `details`. */
const NAME = `${SENTINEL} <name>`;

const KEY_SCOPES: ReadonlySet<string> = new Set(OWNER_KEY_SCOPES);

/** Request ids are the one thing a caller gets back, and field paths name fields; no value of any kind may come back. */
describe('the values of a request', () => {
  let gateway: GatewayUnderTest;
  let own: string;
  let keys: (string | undefined)[];
  let accessToken: string;
  const logged: string[] = [];

  beforeAll(async () => {
    const destination = { write: (line: string) => void logged.push(line) };
    const logger = createLogger({ service: 'gateway', level: 'trace', destination });
    gateway = await GatewayUnderTest.start({}, logger);
    own = gateway.workspace.projectId;
    accessToken = await gateway.newAccessToken('ROLE_OWNER');
    keys = [
      undefined,
      `${SENTINEL}-${SENTINEL}`,
      `svc_org_${SENTINEL.padEnd(40, '0')}_000000`,
      gateway.workspace.ownerKey,
      (await gateway.newKey({ projectId: own })).secret,
      (await gateway.newKey({ scopes: [] })).secret,
      accessToken,
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

  /** Fields that the operation has, each with a text that no ID is and each with an object, and one that it has not. */
  const fields = ({ rpc }: Operation): object[] => {
    const names = rpc.input.fields.map(({ name }) => name);
    const texts = Object.fromEntries(names.map((name) => [name, NAME]));
    const nested = Object.fromEntries(names.map((name) => [name, [{ [NAME]: SENTINEL }]]));
    return [texts, nested, { [NAME]: SENTINEL }];
  };
  const toPath = ({ path }: Operation): string => path.replaceAll(/\{[a-z_]+\}/g, SENTINEL);
  const assertNotLogged = (): void => {
    const line = logged.find((each) => each.includes(SENTINEL));
    assert.equal(line, undefined, line);
  };

  // A representative receives every kind of fault with every credential; the others get their own fields, with a
  // credential that lets them be read. The audit log comes first, because it later shows its own requests.
  for (const operation of operations) {
    it(`never comes back from ${operation.id}, nor reaches the log`, async () => {
      const path = toPath(operation);
      const isRepresentative = REPRESENTATIVES.has(operation);
      const isKeyScope = operation.scope === undefined || KEY_SCOPES.has(operation.scope);
      const sufficient = isKeyScope ? gateway.workspace.ownerKey : accessToken;
      const statuses = new Set<number>();
      for (const key of isRepresentative ? keys : [sufficient]) {
        const as = { method: operation.method, ...(key !== undefined && { key }) };
        for (const query of queries()) statuses.add((await send(`${path}?${query}`, as)).status);
        if (operation.body === undefined) continue;
        for (const body of [...fields(operation), ...(isRepresentative ? bodies : [])])
          statuses.add((await send(`${path}?project_id=${own}`, { ...as, body })).status);
        const headers = { 'content-type': `text/${SENTINEL}`, 'idempotency-key': SENTINEL };
        statuses.add((await send(path, { ...as, body: SENTINEL, headers })).status);
      }
      const refusals = isRepresentative && operation.scope !== undefined ? [400, 401, 403] : [400];
      assert.ok(
        refusals.every((status) => statuses.has(status)),
        [...statuses].join(),
      );
      assertNotLogged();
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
    assertNotLogged();
  });
});
