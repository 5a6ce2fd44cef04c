import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  /** Recipients of the envelope. */
  readonly to: readonly string[];
  /** Headers and body as they came, quoted-printable line ends joined. */
  readonly text: string;
}

/** A mail server on loopback that records the mails it gets, and answers as a test says. */
export class MailServer {
  readonly received: ReceivedMail[] = [];
  /** Number of mails that were refused. */
  refused = 0;
  /** The answer to every mail; accepted when absent. */
  refusal: (Error & { responseCode: number }) | undefined;
  readonly #server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        const text = Buffer.concat(chunks).toString().replaceAll('=\r\n', '').replaceAll('=3D', '=');
        if (this.refusal) this.refused += 1;
        else this.received.push({ to, text });
        done(this.refusal);
      });
    },
  });

  static async start(): Promise<MailServer> {
    const server = new MailServer();
    await once(server.#server.listen(0, '127.0.0.1'), 'listening');
    return server;
  }

  get url(): string {
    return `smtp://127.0.0.1:${(this.#server.server.address() as AddressInfo).port}`;
  }

  stop(): Promise<void> {
    return new Promise((resolve) => this.#server.close(resolve));
  }
}
