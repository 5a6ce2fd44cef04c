import { timestampFromMs } from '@bufbuild/protobuf/wkt';
import { Inject, Injectable } from '@nestjs/common';
import { describeUnreachable, findChannelTypes, findContactMethods, whyUnreachable } from '@svc/directory';
import type { Relational } from '@svc/relational';
import { RELATIONAL } from '@svc/runtime';
import type { Members } from '../members.repository.js';
import type { Duty } from '../resolver/index.js';
import { firstDuties, type Warning } from './departures.js';

/** Finds members on duty whom pages cannot reach. */
@Injectable()
export class UnreachableService {
  constructor(@Inject(RELATIONAL) private readonly relational: Relational) {}

  /** A warning for each member with a duty who cannot be paged now, with the first time. */
  async find(
    { projectId, organizationId }: { readonly projectId: string; readonly organizationId: string },
    duties: readonly Duty[],
    members: Members,
  ): Promise<Warning[]> {
    const first = [...firstDuties(duties)].filter(([userId]) => members.has(userId));
    if (first.length === 0) return [];
    const { client } = this.relational;
    const [contacts, channelTypes] = await Promise.all([
      findContactMethods(
        client,
        organizationId,
        first.map(([userId]) => userId),
      ),
      findChannelTypes(client, projectId),
    ]);
    const byUser = Map.groupBy(contacts, ({ principalId }) => principalId);
    return first.flatMap(([userId, start]) => {
      const kind = whyUnreachable(byUser.get(userId) ?? [], channelTypes);
      if (kind === undefined) return [];
      const summary = describeUnreachable(kind, members.get(userId) ?? '');
      return [{ kind, userId, at: timestampFromMs(start), summary }];
    });
  }
}
