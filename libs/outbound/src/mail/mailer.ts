export interface MailOptions {
  /** `smtp://user:password@host:port`, or smtps. */
  readonly smtpUrl: string;
  /** Sender, as an address or `Name <address>`. */
  readonly from: string;
}

export interface Mail {
  readonly to: string | readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  /** Mails with the same thread ID are shown together: letters, digits and hyphens. */
  readonly threadId?: string;
  /** Identifies the mail, so that a repeat has the same ID: letters, digits and hyphens. */
  readonly messageId?: string;
}

export interface Mailer {
  /**
   * Resolves when the mail server has accepted the mail.
   *
   * @throws MailError when it has not.
   */
  send(mail: Mail): Promise<void>;
  close(): void;
}

/** A mail that was not accepted. Its message contains neither the recipient nor the answer of the server. */
export class MailError extends Error {
  override readonly name = 'MailError';

  constructor(
    /** Reply code of the server, e.g. 550; undefined if it did not reply. */
    readonly code: number | undefined,
    options?: ErrorOptions,
  ) {
    super(code === undefined ? 'the mail server cannot be reached' : `the mail server answered ${code}`, options);
  }

  /** Whether the server will refuse the same mail again. */
  get isPermanent(): boolean {
    return this.code !== undefined && this.code >= 500;
  }
}
