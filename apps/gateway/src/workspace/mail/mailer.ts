import type { Mailer, MailOptions } from '@svc/outbound/mail';
import { unavailable } from '@svc/service-error';

export type { Mail, Mailer, MailOptions } from '@svc/outbound/mail';

/** Injection token of the mailer; its value is undefined where no e-mail can be sent. */
export const MAILER = Symbol('Mailer');

/** Loaded only where e-mail is sent: the package is as large as all of this service. Failures become `unavailable`. */
export async function loadMailer(options: MailOptions): Promise<Mailer> {
  const { createMailer } = await import('@svc/outbound/mail');
  const mailer = createMailer(options);
  return {
    send: (mail) => mailer.send(mail).catch((cause: unknown) => Promise.reject(unavailable(cause, 30))),
    close: () => mailer.close(),
  };
}
