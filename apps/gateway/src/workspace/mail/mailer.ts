import { loadMailer, type Mailer, type MailOptions } from '@svc/outbound/mail';
import { unavailable } from '@svc/service-error';

export type { Mail, Mailer, MailOptions } from '@svc/outbound/mail';

/** Injection token of the mailer; its value is undefined where no e-mail can be sent. */
export const MAILER = Symbol('Mailer');

/** Opens the mailer of requests, which wait for it: failures become `unavailable`. */
export async function openMailer(options: MailOptions): Promise<Mailer> {
  const mailer = await loadMailer(options);
  return {
    send: (mail) => mailer.send(mail).catch((cause: unknown) => Promise.reject(unavailable(cause, 30))),
    close: () => mailer.close(),
  };
}
