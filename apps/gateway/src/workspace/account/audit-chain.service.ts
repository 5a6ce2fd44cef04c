import { Injectable } from '@nestjs/common';
import type { CallContext } from '@svc/contract';
import { invalidField } from '@svc/service-error';
import { refuseBound } from '../members/administer.js';
import { AuditChainRepository, type ChainLink } from './audit-chain.repository.js';
import { hashLink } from './link-hash.js';

interface Verified {
  readonly sequence: bigint;
  readonly hash: Uint8Array;
}

interface ChainFault {
  readonly sequence: bigint;
  readonly reason: 'changed' | 'missing';
  readonly entryId?: string;
}

export interface ChainState {
  readonly verified: Verified;
  readonly isComplete: boolean;
  readonly fault: ChainFault | undefined;
}

/** Links that are hashed without giving another request its turn: less than 5 ms. */
const PAGE = 500;
/** Links of one request, a few seconds of work. */
const MAX_LINKS = 100_000;
const START: Verified = { sequence: 0n, hash: new Uint8Array() };

/** Verifies the hash chain of an organization. The hashes are computed here, not by the functions of the database that wrote them. */
@Injectable()
export class AuditChainService {
  constructor(private readonly repository: AuditChainRepository) {}

  /** @throws ServiceError permission_denied for a project-bound credential; invalid_request for a link that does not exist. */
  async verify(context: CallContext, after: bigint, signal: AbortSignal): Promise<ChainState> {
    refuseBound(context);
    const { organizationId } = context;
    const head = await this.repository.findHead(organizationId);
    let verified = await this.#startAfter(organizationId, after);
    const end = verified.sequence + BigInt(MAX_LINKS);
    while (verified.sequence < end) {
      signal.throwIfAborted();
      const links = await this.repository.links(organizationId, verified.sequence, PAGE);
      if (links.length === 0)
        return { verified, isComplete: true, fault: findMissingEnd(verified, head?.sequence ?? 0n) };
      for (const link of links) {
        const fault = findFault(verified, link);
        if (fault) return { verified, isComplete: true, fault };
        verified = link;
      }
    }
    return { verified, isComplete: false, fault: undefined };
  }

  async #startAfter(organizationId: string, sequence: bigint): Promise<Verified> {
    if (sequence === 0n) return START;
    const hash = await this.repository.findHash(organizationId, sequence);
    if (!hash) throw invalidField('after_sequence', 'must be a verified_sequence of this organization');
    return { sequence, hash };
  }
}

function findFault(previous: Verified, { sequence, entryId, hash, content }: ChainLink): ChainFault | undefined {
  const expected = previous.sequence + 1n;
  if (sequence > expected) return { sequence: expected, reason: 'missing' };
  const isWhole = sequence === expected && hashLink(previous.hash, content).equals(hash);
  return isWhole ? undefined : { sequence, reason: 'changed', entryId };
}

/** Links that were removed from the end are missed by the record of the last one. */
function findMissingEnd({ sequence }: Verified, last: bigint): ChainFault | undefined {
  return sequence < last ? { sequence: sequence + 1n, reason: 'missing' } : undefined;
}
