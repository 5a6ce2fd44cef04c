import { Inject, Injectable } from '@nestjs/common';
import { hashSecret } from '@svc/auth';
import type { Channel, RecipientProof, Relational } from '@svc/relational';
import { CLOCK, RELATIONAL, type Clock } from '@svc/runtime';
import { requireFound } from '@svc/service-error';
import { enqueue, Jobs } from '@svc/work';
import { MAILER } from '../tokens.js';
import { emailAddresses, normalizeAddress } from './addresses.js';
import { RECIPIENT_LINKS } from './recipient-links.queue.js';
import { RecipientProofsRepository, toAddressKey } from './recipient-proofs.repository.js';

type Addressed = Pick<Channel, 'id' | 'projectId' | 'type' | 'config'>;

/**
 * Addresses that e-mail channels name and that have to be proved by a link, because the mail server would otherwise send to anybody.
 * Verified addresses of members need no proof.
 */
@Injectable()
export class RecipientProofsService {
  constructor(
    private readonly repository: RecipientProofsRepository,
    private readonly jobs: Jobs,
    @Inject(MAILER) private readonly mailer: unknown,
    @Inject(RELATIONAL) private readonly relational: Relational,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** The addresses of channels that are not proved, by the ID of the channel. None without a mail server, which could not send links. */
  async findUnproved(channels: readonly Addressed[]): Promise<ReadonlyMap<string, string[]>> {
    if (this.mailer === undefined) return new Map();
    const addresses = channels.flatMap(toAddresses);
    const proved = await this.repository.findProved(addresses);
    return new Map(
      channels.map((channel) => [
        channel.id,
        toAddresses(channel).flatMap((each) => (proved.has(toAddressKey(each)) ? [] : each.address)),
      ]),
    );
  }

  /** Has links sent to the addresses of a channel that are not proved, unless they have got one recently. */
  async request(channel: Addressed): Promise<void> {
    const { projectId } = channel;
    const unproved = (await this.findUnproved([channel])).get(channel.id) ?? [];
    if (unproved.length === 0) return;
    const now = new Date(this.clock());
    await this.relational.client.$transaction(async (tx) => {
      for (const address of unproved)
        await enqueue(tx, RECIPIENT_LINKS, { key: `${projectId}/${address}`, payload: { address }, projectId, now });
    });
    this.jobs.wake(RECIPIENT_LINKS);
  }

  /** @throws ServiceError not_found for a link that is unknown, used or expired. */
  async get(token: string): Promise<RecipientProof> {
    return requireFound(await this.repository.findLink(hashSecret(token), new Date(this.clock())));
  }

  /** Proves the address of a link. @throws ServiceError not_found as above. */
  async prove(token: string): Promise<RecipientProof> {
    return requireFound(await this.repository.prove(hashSecret(token), new Date(this.clock())));
  }
}

const toAddresses = (channel: Addressed) =>
  emailAddresses(channel).map((address) => ({ projectId: channel.projectId, address: normalizeAddress(address) }));
