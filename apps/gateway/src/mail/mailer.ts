import { unavailable } from '@svc/errors';
import { createTransport } from 'nodemailer';

export interface MailOptions {
  /** `smtp://user:password@host:port`, or smtps. */
  readonly smtpUrl: string;
  /** Sender, as an address or `Name <address>`. */
  readonly from: string;
}

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

export interface Mailer {
  /** Resolves when the mail server has taken the mail; rejects with `unavailable` when it did not. */
  send(mail: Mail): Promise<void>;
  close(): void;
}

/** A request waits for the mail server, so a server that does not answer is given up on early. */
const CONNECT_TIMEOUT_MS = 5_000;
const ANSWER_TIMEOUT_MS = 10_000;

export function createMailer({ smtpUrl, from }: MailOptions): Mailer {
  const transport = createTransport(
    {
      url: smtpUrl,
      connectionTimeout: CONNECT_TIMEOUT_MS,
      greetingTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: ANSWER_TIMEOUT_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  );
  return {
    async send({ to, subject, text }) {
      try {
        // The address as a field of its own: as text it could be read as several.
        await transport.sendMail({ to: { name: '', address: to }, subject, text });
      } catch (cause) {
        throw unavailable(cause, 30);
      }
    },
    close: () => transport.close(),
  };
}
