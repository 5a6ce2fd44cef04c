import { Inject, Injectable } from '@nestjs/common';
import { findChannels, findChannelTypes, hasSubscriber } from '@svc/directory';
import type { Channel, Relational } from '@svc/relational';
import { RELATIONAL } from '@svc/runtime';

/** Reads the notification channels of a project, which the integrations service owns. */
@Injectable()
export class ChannelsRepository {
  constructor(@Inject(RELATIONAL) private readonly relational: Relational) {}

  find(
    projectId: string,
    ids: Iterable<string>,
  ): Promise<ReadonlyMap<string, Pick<Channel, 'id' | 'name' | 'isEnabled'>>> {
    return findChannels(this.relational.client, projectId, ids);
  }

  enabledTypes(projectId: string): Promise<ReadonlySet<string>> {
    return findChannelTypes(this.relational.client, projectId);
  }

  haveSubscriber(projectId: string, type: string): Promise<boolean> {
    return hasSubscriber(this.relational.client, projectId, type);
  }
}
