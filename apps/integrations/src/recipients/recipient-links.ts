import { Inject, Injectable } from '@nestjs/common';
import { generateApiKey } from '@svc/auth';
import type { ProjectAddress } from '@svc/directory';
import { MailError, type Mailer } from '@svc/outbound/mail';
import type { Relational, Transaction } from '@svc/relational';
import { CLOCK, RELATIONAL, type Clock } from '@svc/runtime';
import { Jobs, type JobContext, type JobHandler } from '@svc/work';
import { MAILER, PAGES_URL } from '../tokens.js';
import { RECIPIENT_LINKS } from './recipient-links.queue.js';
import { RecipientProofsRepository, toAddressKey, type SentLink } from './recipient-proofs.repository.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const LIFETIME_MS = 7 * DAY_MS;
/** An address gets another link for the same project after this time at the earliest. */
const PAUSE_MS = 6 * HOUR_MS;
/** Links of one project in an hour, and links to one address in a day, for all projects together. Others wait. */
const OF_PROJECT = { count: 20, withinMs: HOUR_MS };
const TO_ADDRESS = { count: 3, withinMs: DAY_MS };

type Payload = typeof RECIPIENT_LINKS.payload;

/** Sends links by which addresses are proved. Nothing is sent without a mail server or the address of the pages. */
@Injectable()
export class RecipientLinks implements JobHandler<Payload> {
  constructor(
    jobs: Jobs,
    private readonly repository: RecipientProofsRepository,
    @Inject(MAILER) private readonly mailer: Mailer | undefined,
    @Inject(PAGES_URL) private readonly pagesUrl: string | undefined,
    @Inject(RELATIONAL) private readonly relational: Relational,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    jobs.register(RECIPIENT_LINKS, this);
  }

  async handle(context: JobContext<Payload>): Promise<Date | void> {
    const { projectId, payload } = context.job;
    if (!this.mailer || this.pagesUrl === undefined || projectId === null) return;
    const recipient = { projectId, address: payload.address };
    const nowMs = this.clock();
    if (await this.#isSettled(recipient, nowMs)) return;
    const { secret, sha256: tokenSha256 } = generateApiKey('recipient');
    const link = { tokenSha256, sentAt: new Date(nowMs), expiresAt: new Date(nowMs + LIFETIME_MS) };
    // The link counts before it is sent.
    const freeMs = await this.relational.client.$transaction(async (tx) => {
      await context.fence(tx);
      await this.repository.lockLinks(tx);
      const at = await this.#freeAt(tx, recipient);
      if (at <= nowMs) await this.repository.saveLink(tx, recipient, link);
      return at;
    });
    if (freeMs > nowMs) return new Date(freeMs);
    await this.#send(this.mailer, recipient, link, secret);
  }

  /** Whether the address is proved or has got a link recently. */
  async #isSettled(recipient: ProjectAddress, nowMs: number): Promise<boolean> {
    const sentAt = (await this.repository.find(recipient))?.sentAt;
    if (sentAt && nowMs - sentAt.getTime() < PAUSE_MS) return true;
    return (await this.repository.findProved([recipient])).has(toAddressKey(recipient));
  }

  /** When the limits let the next link go. */
  async #freeAt(tx: Transaction, { projectId, address }: ProjectAddress): Promise<number> {
    const ofProject = await this.repository.findNthLink(tx, { projectId }, OF_PROJECT.count);
    const toAddress = await this.repository.findNthLink(tx, { address }, TO_ADDRESS.count);
    return Math.max(
      ofProject ? ofProject.getTime() + OF_PROJECT.withinMs : 0,
      toAddress ? toAddress.getTime() + TO_ADDRESS.withinMs : 0,
    );
  }

  /** A mail server that refuses the address for good is not asked again. */
  async #send(mailer: Mailer, recipient: ProjectAddress, link: SentLink, secret: string): Promise<void> {
    try {
      const url = `${this.pagesUrl}/notifications/recipients/prove?token=${secret}`;
      await mailer.send({ to: recipient.address, ...toMail(url, link.expiresAt) });
    } catch (error) {
      if (error instanceof MailError && error.isPermanent) return;
      await this.repository.deleteLink(recipient, link);
      throw error;
    }
  }
}

/** Contains no text of a user, because anybody may name the address. */
function toMail(url: string, expiresAt: Date) {
  return {
    subject: 'Do you want notifications at this address?',
    text: [
      'A project on svc is to send its notifications, such as alerts, to this address. If you want that, open this page and agree:',
      '',
      `  ${url}`,
      '',
      `The link works once, until ${expiresAt.toISOString().slice(0, 10)}. If you expected nothing, ignore this mail: nothing else is sent.`,
      '',
    ].join('\n'),
  };
}
