import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server';

export interface Mail {
  /** Addresses of the recipients. */
  readonly to: readonly string[];
  readonly text: string;
}

/** Removes line breaks and escapes of the quoted-printable encoding; the specs look for plain ASCII. */
const unwrapped = (text: string): string => text.replaceAll(/=\r\n/g, '').replaceAll('=3D', '=');

export type Mailbox = Awaited<ReturnType<typeof startMailbox>>;

/** A mail server on loopback that keeps the mails it receives. */
export async function startMailbox() {
  const mails: Mail[] = [];
  const take = async (stream: SMTPServerDataStream, to: readonly string[]): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk as Buffer);
    mails.push({ to, text: unwrapped(Buffer.concat(chunks).toString()) });
  };
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, { envelope }, done) =>
      void take(
        stream,
        envelope.rcptTo.map(({ address }) => address),
      ).then(() => done(), done),
  });
  const listener = smtp.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  return {
    mails,
    to: (address: string): Mail[] => mails.filter(({ to }) => to.includes(address)),
    url: `smtp://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    stop: () => new Promise<void>((resolve) => smtp.close(() => resolve())),
  };
}
