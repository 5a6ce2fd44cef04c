import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server';
import { callerIn, startIntegrations, type IntegrationsServer } from '../testing/integrations-server.js';

describe('deliveries by e-mail', () => {
  const mails: string[] = [];
  let refusal: (Error & { responseCode: number }) | undefined;
  let smtp: SMTPServer;
  let server: IntegrationsServer;
  beforeAll(async () => {
    smtp = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData: (stream, _session, done) => void take(stream, done),
    });
    const listener = smtp.listen(0, '127.0.0.1');
    await once(listener, 'listening');
    const smtpUrl = `smtp://127.0.0.1:${(listener.address() as AddressInfo).port}`;
    server = await startIntegrations({ mail: { smtpUrl, from: 'svc <alerts@example.com>' } });
  });
  afterAll(async () => {
    await server.stop();
    await new Promise<void>((resolve) => smtp.close(resolve));
  });

  async function take(stream: SMTPServerDataStream, done: (error?: Error) => void): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk as Buffer);
    mails.push(Buffer.concat(chunks).toString());
    done(refusal);
  }
  const test = async () => {
    const as = callerIn();
    const config = { to: ['ops@example.com', 'ada@example.com'] };
    const { id } = await server.channels.create({ type: 'email', name: 'Mail', config }, as);
    return server.channels.test({ channelId: id }, as);
  };

  it('sends each recipient a mail of its own, with an ID that is the same for every attempt', async () => {
    mails.length = 0;
    const delivery = await test();
    assert.equal(delivery.status, 'sent');
    assert.deepEqual(
      mails.map((each) => /^To: (.*)\r$/m.exec(each)?.[1]).toSorted(),
      ['ada@example.com', 'ops@example.com'],
    );
    const { deliveries } = await server.deliveries.list({ channel: delivery.channelId }, callerIn(delivery.projectId));
    assert.deepEqual(deliveries.map(({ recipient }) => recipient).toSorted(), ['ada@example.com', 'ops@example.com']);
    const mail = mails.find((each) => each.includes(`To: ${delivery.recipient}\r`)) ?? '';
    assert.match(mail, new RegExp(`^Message-ID: <${delivery.id}@example.com>\r$`, 'm'));
    assert.match(mail, /^References: <[0-9a-f]{32}@example.com>\r$/m);
    assert.match(mail, /Content-Type: text\/plain/);
    assert.match(mail, /Content-Type: text\/html/);
  });

  it('fails permanently when the server refuses an e-mail, and retries when it is busy', async () => {
    refusal = Object.assign(new Error('no such user'), { responseCode: 550 });
    assert.deepEqual(await outcome(), ['failed', 'rejected', 550]);
    refusal = Object.assign(new Error('try later'), { responseCode: 451 });
    assert.deepEqual(await outcome(), ['retrying', 'receiver_error', 451]);
    refusal = undefined;
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
