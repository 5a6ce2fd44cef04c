import { Inject, Injectable } from '@nestjs/common';
import { MAX_ALIASES } from '@svc/persons';
import type { ProjectReader } from '@svc/reading/project-reader';
import { toTimestamp } from '@svc/reading/time';
import type { IdentityFact as FactRow, Relational } from '@svc/relational';
import { CLOCK, RELATIONAL, type Clock } from '@svc/runtime';
import { ServiceError, notFound } from '@svc/service-error';
import { PersonDirectory } from '../directory/directory.js';
import { PersonResolver } from '../identity/resolver.js';

const MAX_REFUSED = 100;
/**
 * The maximum number of links of one anonymous ID to IDs of the same person, which is the number of the person's IDs.
 */
const MAX_LINKS = MAX_ALIASES + 1;
const REFUSALS = ['illegal_id', 'already_identified', 'too_many_aliases', 'undone'];

@Injectable()
export class AliasesService {
  constructor(
    private readonly directory: PersonDirectory,
    private readonly resolver: PersonResolver,
    @Inject(RELATIONAL) private readonly relational: Relational,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws ServiceError not_found */
  async aliases(reference: string, reader: ProjectReader) {
    const { canonical, ids } = await this.directory.find(reference, reader);
    const { projectNumber } = reader.scope;
    const { personAlias, identityFact } = this.relational.client;
    const [aliases, linking, refused] = await Promise.all([
      personAlias.findMany({ where: { projectNumber, canonicalDistinctId: canonical } }),
      identityFact.findMany({ where: { projectNumber, anonDistinctId: { in: [...ids] }, verdict: 'linked' } }),
      identityFact.findMany({
        where: {
          projectNumber,
          verdict: { in: REFUSALS },
          OR: [{ anonDistinctId: { in: [...ids] } }, { distinctId: { in: [...ids] } }],
        },
        orderBy: [{ time: 'desc' }, { messageId: 'desc' }],
        take: MAX_REFUSED,
      }),
    ]);
    const linkedTo = new Map(aliases.map((alias) => [alias.distinctId, alias.linkedTo]));
    const findFact = (distinctId: string): FactRow | undefined =>
      linking.find((fact) => fact.anonDistinctId === distinctId && fact.distinctId === linkedTo.get(distinctId));
    return {
      aliases: ids.map((distinctId) => toAlias(distinctId, distinctId === canonical, findFact(distinctId))),
      refused: refused.map((fact) => ({
        anonDistinctId: fact.anonDistinctId,
        distinctId: fact.distinctId,
        reason: fact.verdict ?? '',
        event: fact.event,
        messageId: fact.messageId,
        timestamp: toTimestamp(fact.time),
      })),
    };
  }

  /**
   * Undoes everything that links the ID to its person: its link, and later links to the same person, which would
   * otherwise replace it.
   *
   * @throws ServiceError not_found, state_conflict
   */
  async unlink(reference: string, distinctId: string, by: string, reader: ProjectReader): Promise<void> {
    const { canonical, ids } = await this.directory.find(reference, reader);
    if (!ids.includes(distinctId)) throw notFound();
    if (distinctId === canonical) {
      const message = 'The canonical distinct ID has no link of its own; remove the links of the other IDs.';
      throw new ServiceError('state_conflict', { message });
    }
    const person = new Set(ids);
    await this.resolver.change(reader.scope.projectNumber, async (identities) => {
      const links = await identities.linksFrom(distinctId, MAX_LINKS);
      const undone = links.filter((link) => !link.isUndone && person.has(link.distinctId));
      if (undone.length === 0) return [];
      await identities.undo(undone, by, new Date(this.clock()));
      return [distinctId, canonical];
    });
  }
}

function toAlias(distinctId: string, isCanonical: boolean, fact: FactRow | undefined) {
  if (!fact) return { distinctId, isCanonical };
  return {
    distinctId,
    isCanonical,
    linkedTo: fact.distinctId,
    event: fact.event,
    messageId: fact.messageId,
    linkedAt: toTimestamp(fact.time),
  };
}
