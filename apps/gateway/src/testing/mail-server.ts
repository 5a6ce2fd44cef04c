import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Headers and body as they came, quoted-printable line ends joined. */
  readonly text: string;
}

/** A mail server that keeps the mails it receives, or refuses them. */
export class MailServer {
  readonly received: ReceivedMail[] = [];
  refuses = false;

  private constructor(private readonly server: SMTPServer) {}

  static async start(): Promise<MailServer> {
    const started: { self?: MailServer } = {};
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      logger: false,
      onData(stream, session, callback) {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          const { mailFrom, rcptTo } = session.envelope;
          if (started.self?.refuses) return callback(new Error('mailbox full'));
          started.self?.received.push({
            from: mailFrom === false ? '' : mailFrom.address,
            to: rcptTo.map(({ address }) => address),
            text: Buffer.concat(chunks).toString().replaceAll('=\r\n', '').replaceAll('=3D', '='),
          });
          callback();
        });
      },
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return (started.self = new MailServer(server));
  }

  get url(): string {
    return `smtp://127.0.0.1:${(this.server.server.address() as AddressInfo).port}`;
  }

  stop(): Promise<void> {
    return new Promise((resolve) => this.server.close(resolve));
  }
}
