import { Inject, Injectable } from '@nestjs/common';
import { findChannels } from '@svc/directory';
import type { Channel, Relational } from '@svc/relational';
import { RELATIONAL } from '@svc/runtime';

/** Reads the notification channels of a project, which the integrations service owns. */
@Injectable()
export class ChannelsRepository {
  constructor(@Inject(RELATIONAL) private readonly relational: Relational) {}

  find(projectId: string, ids: Iterable<string>): Promise<ReadonlyMap<string, Pick<Channel, 'id' | 'isEnabled'>>> {
    return findChannels(this.relational.client, projectId, ids);
  }
}
