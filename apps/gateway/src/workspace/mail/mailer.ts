/** Injection token of the mailer; its value is undefined where no e-mail can be sent. */
export const MAILER = Symbol('Mailer');

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
  /** Resolves when the mail server has accepted the mail; rejects with `unavailable` when it has not. */
  send(mail: Mail): Promise<void>;
  close(): void;
}
