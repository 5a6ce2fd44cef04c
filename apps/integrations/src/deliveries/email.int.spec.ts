import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { eventually } from '@svc/test-servers';
import { callerIn, startIntegrations, type IntegrationsServer } from '../testing/integrations-server.js';
import { MailServer } from '../testing/mail-server.js';

const TO = ['ops@example.com', 'ada@example.com'];

describe('deliveries by e-mail', () => {
  let mail: MailServer;
  let server: IntegrationsServer;
  beforeAll(async () => {
    mail = await MailServer.start();
    server = await startIntegrations({ mail: { smtpUrl: mail.url, from: 'svc <alerts@example.com>' } });
  });
  afterAll(async () => {
    await server.stop();
    await mail.stop();
  });
  beforeEach(() => {
    mail.received.length = 0;
    mail.refusal = undefined;
  });

  const test = async () => {
    const projectId = randomUUID();
    const proofs = TO.map((address) => ({ projectId, address, provedAt: new Date() }));
    await server.database.relational.client.recipientProof.createMany({ data: proofs });
    const { id } = await server.channels.create(
      { type: 'email', name: 'Mail', config: { to: TO } },
      callerIn(projectId),
    );
    return server.channels.test({ channelId: id }, callerIn(projectId));
  };
  const refuse = (message: string, responseCode: number) =>
    void (mail.refusal = Object.assign(new Error(message), { responseCode }));

  it('sends each recipient a mail of its own, with an ID that is the same for every attempt', async () => {
    const delivery = await test();
    assert.equal(delivery.status, 'sent');
    assert.deepEqual(
      mail.received.map(({ to, text }) => [...to, /^To: (.*)\r$/m.exec(text)?.[1]]).toSorted(),
      TO.toSorted().map((address) => [address, address]),
    );
    const { deliveries } = await server.deliveries.list({ channel: delivery.channelId }, callerIn(delivery.projectId));
    assert.deepEqual(deliveries.map(({ recipient }) => recipient).toSorted(), TO.toSorted());
    const text = mail.received.find(({ to }) => to.includes(delivery.recipient ?? ''))?.text ?? '';
    assert.match(text, new RegExp(`^Message-ID: <${delivery.id}@example.com>\r$`, 'm'));
    assert.match(text, /^References: <[0-9a-f]{32}@example.com>\r$/m);
    assert.match(text, /Content-Type: text\/plain/);
    assert.match(text, /Content-Type: text\/html/);
  });

  it('fails permanently when the server refuses an e-mail, and retries when it is busy', async () => {
    refuse('no such user', 550);
    assert.deepEqual(await outcome(), ['failed', 'rejected', 550]);
    refuse('try later', 451);
    assert.deepEqual(await outcome(), ['retrying', 'receiver_error', 451]);
  });

  it('sends nothing to an address that the channel no longer has', async () => {
    refuse('try later', 451);
    const { channelId, projectId } = await test();
    await server.channels.update({ channelId, config: { to: ['OPS@example.com'] } }, callerIn(projectId));
    mail.refusal = undefined;
    const { client } = server.database.relational;
    await client.delivery.updateMany({ where: { channelId }, data: { nextAttemptAt: new Date() } });
    const rows = await eventually('both have ended', async () => {
      const found = await client.delivery.findMany({ where: { channelId }, orderBy: { position: 'asc' } });
      return found.every(({ status }) => status === 'sent' || status === 'failed') && found;
    });
    assert.deepEqual(
      rows.map(({ status, reason }) => `${status} ${reason}`),
      ['sent ', 'failed recipient_removed'],
    );
    // Mails of other tests that were refused are repeated, too.
    const ofChannel = mail.received.filter(({ text }) => rows.some(({ id }) => text.includes(`<${id}@`)));
    assert.deepEqual(
      ofChannel.flatMap(({ to }) => to),
      ['OPS@example.com'],
    );
  });

  it('fails with a reason if no mail server is configured', async () => {
    const without = await startIntegrations({});
    try {
      const as = callerIn();
      const request = { type: 'email', name: 'Mail', config: { to: ['ops@example.com'] } };
      const { id } = await without.channels.create(request, as);
      const { status, reason } = await without.channels.test({ channelId: id }, as);
      assert.deepEqual([status, reason], ['failed', 'configuration']);
    } finally {
      await without.stop();
    }
  });

  async function outcome() {
    const { status, reason, attempts } = await test();
    return [status, reason, attempts[0]?.statusCode];
  }
});
