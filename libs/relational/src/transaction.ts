import type { Prisma } from './gen/client.js';

/** The client inside a transaction. Functions that also run outside of one accept `Relational.client` in its place. */
export type Transaction = Prisma.TransactionClient;
