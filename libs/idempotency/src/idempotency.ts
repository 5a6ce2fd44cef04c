import { timingSafeEqual } from 'node:crypto';
import { isLockTimeout, type IdempotencyRecord, type Prisma, type Relational, type Transaction } from '@svc/relational';
import { ServiceError } from '@svc/service-error';

/** A request that may be retried but must take effect once. */
export interface IdempotentRequest {
  readonly project: string;
  /** ID of the principal: two callers may use the same key for different requests. */
  readonly principal: string;
  readonly operation: string;
  /** Validated by idempotencyKey(). Without a key, the work is just run in a transaction. */
  readonly key: string | undefined;
  /** A result of `fingerprint`. */
  readonly fingerprint: Uint8Array<ArrayBuffer>;
}

/** A stored response: the JSON of a message. */
export interface JsonObject {
  readonly [member: string]: JsonValue;
}

type JsonValue = string | number | boolean | null | JsonObject | JsonValue[];

/** The work. It must use the transaction for all writes, and return the response for the caller. */
export type Work = (transaction: Transaction) => Promise<JsonObject>;

export interface Outcome {
  readonly response: JsonObject;
  /** True if the response is that of an earlier request and the work was not run. */
  readonly replayed: boolean;
}

export interface Idempotency {
  /**
   * Runs the work, or returns the stored response of the first request, without a time limit. Throws `idempotency_conflict` for a key
   * that was used with another fingerprint, and `state_conflict` with Retry-After if the first request is still running after a wait.
   * Failed work is rolled back completely, so the same key may be retried.
   */
  run(request: IdempotentRequest, work: Work): Promise<Outcome>;
  /**
   * The stored response of the first request, for work that has to read much before its transaction; undefined if none is committed.
   * Throws `idempotency_conflict` for a key that was used with another fingerprint.
   */
  find(request: IdempotentRequest): Promise<JsonObject | undefined>;
}

export interface IdempotencyOptions {
  /** The time for which a duplicate waits for the first request to finish. */
  readonly patienceMs?: number;
}

/**
 * The record is inserted before the work and completed after it, in the same transaction: effect and record become
 * visible together or not at all. Inserting first makes a duplicate wait at the unique key until the first
 * transaction has ended, so exactly one of several concurrent duplicates runs the work.
 */
export function createIdempotency(
  relational: Relational,
  { patienceMs = 2_000 }: IdempotencyOptions = {},
): Idempotency {
  return {
    run: (request, work) =>
      relational.client.$transaction(async (transaction): Promise<Outcome> => {
        const { key } = request;
        if (key === undefined) return { response: await work(transaction), replayed: false };
        const id = toId(request, key);
        if (!(await claim(transaction, { ...id, fingerprint: request.fingerprint }, patienceMs)))
          return { response: await replay(transaction, id, request.fingerprint), replayed: true };
        const response = await work(transaction);
        await transaction.idempotencyRecord.update({
          where: { projectId_principal_operation_key: id },
          data: { response },
        });
        return { response, replayed: false };
      }),
    find: async (request) => {
      if (request.key === undefined) return undefined;
      const record = await relational.client.idempotencyRecord.findUnique({
        where: { projectId_principal_operation_key: toId(request, request.key) },
      });
      return record ? toResponse(record, request.fingerprint) : undefined;
    },
  };
}

type RecordId = Prisma.IdempotencyRecordProjectIdPrincipalOperationKeyCompoundUniqueInput;

const toId = ({ project: projectId, principal, operation }: IdempotentRequest, key: string): RecordId => ({
  projectId,
  principal,
  operation,
  key,
});

/** False if an earlier request has used the key. */
async function claim(
  transaction: Transaction,
  record: Prisma.IdempotencyRecordCreateManyInput,
  patienceMs: number,
): Promise<boolean> {
  await transaction.$queryRaw`SELECT set_config('lock_timeout', ${String(patienceMs)}, true)`;
  try {
    const { count } = await transaction.idempotencyRecord.createMany({ data: record, skipDuplicates: true });
    return count === 1;
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
    throw new ServiceError('state_conflict', {
      message: 'A request with this idempotency key is still running.',
      retryAfterSeconds: 1,
      cause: error,
    });
  }
}

async function replay(transaction: Transaction, id: RecordId, fingerprint: Uint8Array): Promise<JsonObject> {
  const record = await transaction.idempotencyRecord.findUniqueOrThrow({
    where: { projectId_principal_operation_key: id },
  });
  return toResponse(record, fingerprint);
}

function toResponse(record: IdempotencyRecord, fingerprint: Uint8Array): JsonObject {
  if (!timingSafeEqual(record.fingerprint, fingerprint)) throw new ServiceError('idempotency_conflict');
  return record.response as JsonObject;
}
