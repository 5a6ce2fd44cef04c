import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { RecipientProofs } from '@svc/contract';
import type { Project } from '@svc/relational';
import type { Client } from '@svc/rpc';
import { eventually, settle } from '@svc/test-servers';
import { callerIn, startIntegrations, type IntegrationsServer } from '../testing/integrations-server.js';
import { MailServer } from '../testing/mail-server.js';
import { createMember, createProject } from '../testing/members.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

describe('the recipients of an e-mail channel', () => {
  let mail: MailServer;
  let server: IntegrationsServer;
  let proofs: Client<typeof RecipientProofs>;
  let project: Project;
  let aheadMs = 0;
  beforeAll(async () => {
    mail = await MailServer.start();
    const options = {
      mail: { smtpUrl: mail.url, from: 'svc <svc@example.com>' },
      publicUrl: 'https://svc.example.com',
    };
    server = await startIntegrations(options, undefined, () => Date.now() + aheadMs);
    proofs = server.connect(RecipientProofs);
  });
  afterAll(async () => {
    await server.stop();
    await mail.stop();
  });
  beforeEach(async () => {
    mail.received.length = 0;
    mail.refusal = undefined;
    project = await createProject(client());
  });

  const client = () => server.database.relational.client;
  const create = (...to: string[]) =>
    server.channels.create({ type: 'email', name: randomUUID(), config: { to } }, callerIn(project.id));
  const test = (channelId: string) => server.channels.test({ channelId }, callerIn(project.id));
  const mailsTo = (address: string) => mail.received.filter(({ to }) => to.includes(address));
  const newAddress = () => `${randomUUID()}@elsewhere.example`;
  /** The token of the last link. */
  const tokenTo = async (address: string, nth = 1): Promise<string> => {
    const mails = await eventually('the link has arrived', () => mailsTo(address).length >= nth && mailsTo(address));
    const url = /https:\/\/svc\.example\.com\/notifications\/recipients\/prove\?token=(\w+)/;
    return url.exec(mails.at(-1)?.text ?? '')?.[1] ?? assert.fail('no link');
  };

  it('get nothing but a link until they have agreed', async () => {
    const address = newAddress();
    const channel = await create(address);
    assert.deepEqual(channel.unprovedRecipients, [address]);
    const token = await tokenTo(address);
    const { status, reason, attempts } = await test(channel.id);
    assert.deepEqual([status, reason], ['failed', 'recipient_unproved']);
    assert.match(attempts[0]?.responseExcerpt ?? '', /Test the channel/);
    assert.equal(mailsTo(address).length, 1);
    const found = await proofs.get({ token });
    assert.deepEqual([found.address, found.projectId, found.projectName], [address, project.id, 'Shop']);
    assert.equal((await test(channel.id)).status, 'failed', 'opening the page proves nothing');
    await proofs.prove({ token });
    assert.equal((await test(channel.id)).status, 'sent');
    const as = callerIn(project.id);
    assert.deepEqual((await server.channels.get({ channelId: channel.id }, as)).unprovedRecipients, []);
    assert.equal((await server.channels.get({ channelId: channel.id }, as)).health?.status, 'healthy');
    const upper = await create(address.toUpperCase());
    assert.deepEqual(upper.unprovedRecipients, [], 'another spelling and channel of the project');
  });

  it('need no link at a verified address of a member of the organization', async () => {
    const [contact, unverified, foreign] = [newAddress(), newAddress(), newAddress()];
    await createMember(client(), project, [
      { type: 'email', value: contact, verifiedAt: new Date() },
      { type: 'email', value: unverified },
    ]);
    await createMember(client(), await createProject(client()), [
      { type: 'email', value: foreign, verifiedAt: new Date() },
    ]);
    const [own, claimed] = [newAddress(), newAddress()];
    for (const [email, emailVerifiedAt] of [[own, new Date()] as const, [claimed, null] as const]) {
      const { id } = await client().user.create({ data: { email, name: 'Grace', emailVerifiedAt } });
      const { organizationId } = project;
      await client().membership.create({ data: { organizationId, userId: id, role: 'ROLE_MEMBER' } });
    }
    const channel = await create(contact, unverified, foreign, own, claimed);
    assert.deepEqual(channel.unprovedRecipients, [unverified, foreign, claimed]);
    await test(channel.id);
    await eventually('the others have links', () =>
      [unverified, foreign, claimed].every((each) => mailsTo(each).length > 0),
    );
    assert.deepEqual([mailsTo(contact).length, mailsTo(own).length], [1, 1]);
    await client().membership.deleteMany({ where: { organizationId: project.organizationId } });
    assert.deepEqual((await server.channels.get({ channelId: channel.id }, callerIn(project.id))).unprovedRecipients, [
      contact,
      unverified,
      foreign,
      own,
      claimed,
    ]);
  });

  it('can use a link once and for a week, and only the last one', async () => {
    const address = newAddress();
    const { id } = await create(address);
    const first = await tokenTo(address);
    await test(id);
    await settle('no second link so soon', 1_500);
    assert.equal(mailsTo(address).length, 1);
    aheadMs += 6 * HOUR_MS;
    await test(id);
    const second = await tokenTo(address, 2);
    for (const token of [first, 'x', '']) await assert.rejects(proofs.get({ token }), { code: 'not_found' });
    aheadMs += 7 * DAY_MS;
    await assert.rejects(proofs.prove({ token: second }), { code: 'not_found' });
    await test(id);
    const third = await tokenTo(address, 3);
    await proofs.prove({ token: third });
    await assert.rejects(proofs.prove({ token: third }), { code: 'not_found' });
    assert.deepEqual((await server.channels.list({}, callerIn(project.id))).channels[0]?.unprovedRecipients, []);
    const elsewhere = await createProject(client());
    project = elsewhere;
    assert.deepEqual((await create(address)).unprovedRecipients, [address], 'agreed to one project only');
  });

  it('get a link later if the mail server is busy, and at most twenty of a project in an hour', async () => {
    const addresses = Array.from({ length: 25 }, newAddress);
    const links = () => addresses.reduce((sum, address) => sum + mailsTo(address).length, 0);
    mail.refusal = Object.assign(new Error('try later'), { responseCode: 451 });
    await create(...addresses.slice(0, 20));
    await create(...addresses.slice(20));
    await eventually('one was refused', () => mail.refused > 0);
    mail.refusal = undefined;
    aheadMs += 60_000;
    await eventually('twenty have links', () => links() === 20);
    await settle('no link beyond the limit', 1_500);
    assert.equal(links(), 20);
    aheadMs += HOUR_MS;
    await eventually('all have links', () => addresses.every((address) => mailsTo(address).length === 1));
  });
});
