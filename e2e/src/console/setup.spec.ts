import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { skipOrFail, standaloneEnvironment } from '@svc/testing';
import { findChromium, startChromium } from '@svc/testing/chromium';
import { PrintedService } from '../printed-service.js';
import { noteSecret } from '../secrets.js';
import { theService, topologyKind } from '../topology.js';

const executable = findChromium();
const LINK = /Console {3}(\S+\/setup\?token=(svc_setup_\w+)) {4}create your account/;

/** Only the start of one process prints a link to an operator. */
const describeStandalone = topologyKind() === 'standalone' ? describe : describe.skip;

describeStandalone('the first account of a new service', () => {
  let directory: string;
  let env: Record<string, string>;
  beforeAll(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'svc-setup-'));
    env = { PATH: process.env['PATH'] ?? '', ...(await standaloneEnvironment(directory)) };
  });
  afterAll(() => rm(directory, { recursive: true, force: true }));

  /** Runs a service for as long as the work lasts; returns what it has printed. */
  async function during(work: (printed: string) => Promise<unknown>): Promise<string> {
    const service = PrintedService.start(env);
    try {
      await service.welcomed();
      await work(service.printed);
    } finally {
      await service.stop();
    }
    return service.printed;
  }

  const readLink = (printed: string) => {
    const [, url = assert.fail(printed), token = ''] = LINK.exec(printed) ?? [];
    return { url, token: noteSecret(token) };
  };

  async function createAccount(executablePath: string, url: string): Promise<void> {
    const browser = await startChromium(executablePath);
    try {
      const page = await browser.newPage();
      await page.goto(url);
      await page.getByLabel('E-mail address').fill('ada@example.com');
      await page.getByLabel('Your name').fill('Ada');
      await page.getByLabel('Choose a password').fill(noteSecret(randomBytes(12).toString('base64url')));
      await Promise.all([page.waitForURL('**/'), page.getByRole('button', { name: 'Create account' }).click()]);
      const { origin } = new URL(url);
      assert.equal(page.url(), `${origin}/`);
      const account = await page.context().request.get(`${origin}/api/v1/account`);
      assert.equal(((await account.json()) as { role: string }).role, 'ROLE_OWNER');
      await page.goto(url);
      assert.match(await page.getByRole('alert').innerText(), /There is an account already/);
    } finally {
      await browser.close();
    }
  }

  if (executable === undefined) {
    skipOrFail('is created in Chromium', 'no Chromium on the PATH or in SVC_TEST_CHROMIUM');
    return;
  }
  it('is created by the link that the start prints, a new one at each start until there is an account', async () => {
    const first = readLink(await during(() => Promise.resolve()));
    let second: typeof first | undefined;
    const printed = await during(async (welcome) => {
      second = readLink(welcome);
      assert.equal((await fetch(first.url)).status, 404, 'the link of an earlier start');
      await createAccount(executable, second.url);
    });
    assert.equal(printed.split(second?.token ?? '').length, 2, 'the token is in the welcome and nowhere else');
    const { origin } = new URL(first.url);
    const later = await during(async () => {
      assert.equal((await fetch(second?.url ?? '')).status, 409);
      assert.doesNotMatch(await (await fetch(`${origin}/login`)).text(), /There is no account yet/);
    });
    assert.ok(later.includes(`\n  Console   ${origin}/\n`), later);
  });
});

it('has no page in a service of several processes, and none to guess at where there are accounts', async () => {
  const answer = await fetch(`${theService().httpUrl}/setup?token=svc_setup_guess`);
  assert.equal(answer.status, topologyKind() === 'standalone' ? 409 : 404);
});
