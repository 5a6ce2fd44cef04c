import { Inject, Injectable } from '@nestjs/common';
import { isId, type Channel, type Relational } from '@svc/relational';
import { RELATIONAL } from '@svc/runtime';

/** Reads the notification channels of a project, which the integrations service owns. */
@Injectable()
export class ChannelsRepository {
  constructor(@Inject(RELATIONAL) private readonly relational: Relational) {}

  async find(
    projectId: string,
    ids: Iterable<string>,
  ): Promise<ReadonlyMap<string, Pick<Channel, 'id' | 'isEnabled'>>> {
    const known = [...new Set(ids)].filter(isId);
    const rows = await this.relational.client.channel.findMany({
      where: { projectId, id: { in: known } },
      select: { id: true, isEnabled: true },
    });
    return new Map(rows.map((row) => [row.id, row]));
  }
}
