import { deadline } from '@svc/config';
import { createTransport } from 'nodemailer';
import { MailError, type Mailer, type MailOptions } from './mailer.js';

/** A request waits for the mail server, so it gives up early on one that does not answer. */
const CONNECT_TIMEOUT_MS = deadline(5_000);
const ANSWER_TIMEOUT_MS = deadline(10_000);

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
  const domain = /@([A-Za-z0-9.-]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';
  const toId = (name: string): string => `<${name}@${domain}>`;
  return {
    async send({ to, subject, text, html, threadId, messageId }) {
      try {
        await transport.sendMail({
          // Addresses as fields of their own: as text they could be read as several.
          to: [to].flat().map((address) => ({ name: '', address })),
          subject,
          text,
          ...(html !== undefined && { html }),
          ...(messageId !== undefined && { messageId: toId(messageId) }),
          ...(threadId !== undefined && { inReplyTo: toId(threadId), references: toId(threadId) }),
        });
      } catch (cause) {
        throw new MailError((cause as { responseCode?: number }).responseCode, { cause });
      }
    },
    close: () => transport.close(),
  };
}
