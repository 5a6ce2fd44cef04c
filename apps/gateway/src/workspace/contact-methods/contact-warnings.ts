import { isUsableContact } from '@svc/directory';
import type { ContactMethod } from '@svc/relational';

/** Senders of the service and of the projects of an organization. */
export interface Senders {
  /** Whether a mail server is configured. */
  readonly mail: boolean;
  /** Types of the enabled channels. */
  readonly channelTypes: ReadonlySet<string>;
}

const NO_MAIL = 'the service cannot send e-mail, because SVC_SMTP_URL is not set';

/** The reasons why pages do not reach a contact method now, as sentences. */
export function contactWarnings(
  { type, verifiedAt, codeSha256 }: Pick<ContactMethod, 'type' | 'verifiedAt' | 'codeSha256'>,
  { mail, channelTypes }: Senders,
): string[] {
  if (type !== 'email') {
    if (channelTypes.has(type)) return [];
    return [`Pages do not reach it: no project of the organization has an enabled channel of the type ${type}.`];
  }
  if (!mail) return [`Pages do not reach it: ${NO_MAIL}.`];
  if (isUsableContact({ type, verifiedAt })) return [];
  return [
    codeSha256
      ? 'Pages do not reach it before it is verified with the code that was sent to it.'
      : 'Pages do not reach it: it was added before the service could send a code. Delete it and add it again.',
  ];
}
