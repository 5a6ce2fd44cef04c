import { unavailable } from '@svc/errors';
import { createTransport } from 'nodemailer';
import type { Mailer, MailOptions } from './mailer.js';

/** A request waits for the mail server, so it gives up early on one that does not answer. */
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
