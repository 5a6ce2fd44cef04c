import type { Transaction } from '@svc/relational';
import type { RequestedNotification } from '@svc/work';
import type { Target } from '../deliveries/outbox.js';

type Keyed = Pick<RequestedNotification, 'projectId' | 'dedupeKey'>;

/** Receivers that have, or had, a delivery with a key that was not suppressed, or was sent with another one. */
export interface EarlierReceivers {
  has(request: Keyed, target: Target): boolean;
  add(request: Keyed, target: Target): void;
}

/** Finds the earlier receivers of the keys of some requests. Only one dispatcher works at a time, so none is missed. */
export async function findEarlierReceivers(tx: Transaction, requests: readonly Keyed[]): Promise<EarlierReceivers> {
  const found = await tx.delivery.findMany({
    where: {
      projectId: { in: [...new Set(requests.map(({ projectId }) => projectId))] },
      dedupeKey: { in: [...new Set(requests.map(({ dedupeKey }) => dedupeKey))] },
      OR: [{ status: { not: 'suppressed' } }, { reason: 'bundled' }],
    },
    select: { projectId: true, dedupeKey: true, channelId: true, contactMethodId: true, userId: true },
  });
  const known = new Set(
    found.map((row) => toKey(row.projectId, row.dedupeKey, row.channelId, row.contactMethodId, row.userId)),
  );
  const receiverKey = ({ projectId, dedupeKey }: Keyed, { channel, contact }: Target): string =>
    toKey(projectId, dedupeKey, channel.id, contact?.methodId ?? null, contact?.userId ?? null);
  return {
    has: (request, target) => known.has(receiverKey(request, target)),
    add: (request, target) => void known.add(receiverKey(request, target)),
  };
}

const toKey = (...parts: readonly (string | null)[]): string => JSON.stringify(parts);
