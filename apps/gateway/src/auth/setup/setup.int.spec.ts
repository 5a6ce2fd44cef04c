import assert from 'node:assert/strict';
import { generateApiKey } from '@svc/auth';
import { createLogger } from '@svc/observability';
import { Browser } from '../../testing/browser.js';
import { GatewayUnderTest, type Answer } from '../../testing/gateway.js';

const TOKEN = generateApiKey('setup');
const PATH = `/setup?token=${TOKEN.secret}`;
const ADA = { email: 'Ada@Example.com', name: ' Ada ', password: 'correct horse battery' };

describe('the page that creates the first account', () => {
  let gateway: GatewayUnderTest;
  const logged: string[] = [];
  const seen: string[] = [];
  // A process that has seen an account does not forget it.
  beforeEach(async () => {
    const destination = { write: (line: string) => void logged.push(line) };
    const logger = createLogger({ service: 'gateway', level: 'trace', destination });
    gateway = await GatewayUnderTest.start({ setupTokenHash: TOKEN.sha256 }, logger);
  });
  afterEach(() => gateway.stop());

  const keep = (answer: Answer): Answer => {
    seen.push(`${JSON.stringify(answer.headers)} ${answer.text}`);
    return answer;
  };
  const submit = async (fields: Partial<typeof ADA>, path = PATH, browser = new Browser(gateway)) =>
    keep(await browser.submit(path, { ...ADA, ...fields }));
  const members = () => gateway.workspace.relational.client.membership.findMany({ include: { user: true } });
  const alert = ({ text }: Answer): string => /role="alert">([^<]*)/.exec(text)?.[1] ?? '';

  it('creates an owner with an unproved address, and signs the browser in', async () => {
    const browser = new Browser(gateway);
    assert.match(keep(await browser.get(PATH)).text, /<h1>Create your account<\/h1>/);
    const { status, headers } = await submit({}, PATH, browser);
    assert.deepEqual([status, headers.location], [303, '/']);
    const [member, ...others] = await members();
    assert.deepEqual(others, []);
    const { organizationId, role, user } = member ?? assert.fail('no member');
    assert.deepEqual([organizationId, role], [gateway.workspace.organizationId, 'ROLE_OWNER']);
    assert.deepEqual([user.email, user.name, user.emailVerifiedAt], ['ada@example.com', 'Ada', null]);
    assert.equal((await browser.get('/')).status, 200);
    assert.equal((await browser.get('/api/v1/account')).json.role, 'ROLE_OWNER');
    const { auditEntry } = gateway.workspace.relational.client;
    const entries = await auditEntry.findMany({ where: { principalId: user.id }, orderBy: { operation: 'asc' } });
    assert.deepEqual(
      entries.map(({ operation }) => operation),
      ['auth.login', 'auth.setup'],
    );
  });

  it('works once, and names the way in afterwards', async () => {
    assert.equal((await submit({})).status, 303);
    const grace = await submit({ email: 'grace@example.com' });
    const shown = keep(await gateway.send(PATH));
    for (const answer of [grace, shown]) {
      assert.equal(answer.status, 409);
      assert.match(answer.text, /<h1>The link cannot be used<\/h1>/);
      assert.match(alert(answer), /There is an account already\. Sign in with it/);
    }
    assert.equal(grace.headers['set-cookie'], undefined);
    assert.equal((await members()).length, 1);
  });

  it('refuses when a member exists, however they joined', async () => {
    await gateway.newMember('ROLE_VIEWER');
    assert.equal((await submit({})).status, 409);
    assert.equal((await members()).length, 1);
  });

  it('makes one account of posts at the same time', async () => {
    const emails = Array.from({ length: 6 }, (_, index) => `person${index}@example.com`);
    const statuses = await Promise.all(emails.map(async (email) => (await submit({ email })).status));
    assert.deepEqual(statuses.toSorted(), [303, 409, 409, 409, 409, 409]);
    assert.equal((await members()).length, 1);
  });

  it('refuses another token', async () => {
    const other = generateApiKey('setup').secret;
    for (const path of [
      '/setup',
      '/setup?token=',
      `/setup?token=${other}`,
      `${PATH}x`,
      `/setup?token=${TOKEN.prefix}`,
    ]) {
      for (const answer of [await gateway.send(path), await submit({}, path)]) {
        assert.equal(answer.status, 404, path);
        assert.match(alert(answer), /incomplete, or of an earlier start/);
      }
    }
    assert.deepEqual(await members(), []);
  });

  it('limits guesses of one network', async () => {
    const path = '/setup?token=guess';
    for (let guess = 0; guess < 10; guess += 1) assert.equal((await submit({}, path)).status, 404);
    const refused = await submit({});
    assert.equal(refused.status, 429);
    assert.ok(Number(refused.headers['retry-after']) > 0);
  });

  it.each([
    [{ email: 'sentinel' }, /e-mail address/],
    [{ name: '  ' }, /name/],
    [{ name: 'x'.repeat(201) }, /name/],
    [{ password: 'sentinel' }, /12 to 256 characters/],
    [{ password: 'password1234' }, /most common passwords/],
  ])('shows the form again for %j', async (fields, reason) => {
    const answer = await submit(fields);
    assert.equal(answer.status, 400);
    assert.match(alert(answer), reason);
    assert.match(answer.text, /<form method="post">/);
    assert.doesNotMatch(answer.text, /value="(?:password1234|correct horse battery)"/);
    assert.deepEqual(await members(), []);
  });

  it('does not take an account over that has no organization', async () => {
    const { user } = gateway.workspace.relational.client;
    await user.create({ data: { email: 'ada@example.com', name: 'Another Ada' } });
    const answer = await submit({});
    assert.deepEqual([answer.status, await members()], [400, []]);
    assert.match(alert(answer), /choose another address/);
    assert.equal((await user.findUniqueOrThrow({ where: { email: 'ada@example.com' } })).passwordHash, null);
  });

  it('refuses a form of another site', async () => {
    const browser = new Browser(gateway);
    const answer = keep(await browser.submit(PATH, ADA, { 'sec-fetch-site': 'cross-site' }));
    assert.deepEqual([answer.status, await members()], [403, []]);
  });

  it('keeps its token out of answers and logs', () => {
    assert.ok(seen.length > 20 && logged.some((line) => line.includes('/setup')));
    const [, , random = assert.fail()] = TOKEN.secret.split('_');
    for (const text of [...seen, ...logged]) assert.ok(!text.includes(random), text);
  });
});

describe('the login page of a service without an account', () => {
  let gateway: GatewayUnderTest;
  let hasLink = false;
  const start = async () => (gateway = await GatewayUnderTest.start(hasLink ? { setupTokenHash: TOKEN.sha256 } : {}));
  afterEach(() => gateway.stop());

  it.each([
    [true, /the line Console that the service has printed/],
    [false, /SVC_BOOTSTRAP_EMAIL/],
  ])('says how the first one is created, with a printed link: %s', async (printed, hint) => {
    hasLink = printed;
    await start();
    assert.match((await gateway.send('/login')).text, hint);
    assert.equal((await gateway.send('/setup')).status, 404);
    await gateway.newMember('ROLE_OWNER');
    assert.doesNotMatch((await gateway.send('/login')).text, /There is no account yet/);
  });
});
