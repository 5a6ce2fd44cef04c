import { Inject, Injectable } from '@nestjs/common';
import type { DeliveriesListRequest, DeliveriesRedriveManyRequest } from '@svc/contract';
import { keysetList, toTimeRange, type Cursors } from '@svc/pagination';
import { isId, type Delivery } from '@svc/relational';
import { CLOCK, CURSORS, type Clock } from '@svc/runtime';
import { requireFound, stateConflict } from '@svc/service-error';
import { DeliveriesRepository } from './deliveries.repository.js';
import { DeliveryRunner } from './delivery-runner.js';
import { isRedrivable } from './delivery-state.js';

const PAGE = { default: 50, max: 1000 };
const REDRIVE_PAGE = { default: 100, max: 1000 };

@Injectable()
export class DeliveriesService {
  constructor(
    private readonly deliveries: DeliveriesRepository,
    private readonly runner: DeliveryRunner,
    @Inject(CURSORS) private readonly cursors: Cursors,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async list(projectId: string, request: DeliveriesListRequest) {
    const { alert, channel, incident, status } = request;
    const filters = {
      statuses: status,
      ...(alert !== '' && { alertId: alert }),
      ...(channel !== '' && { channelId: channel }),
      ...(incident !== '' && { incidentId: incident }),
    };
    return keysetList(this.cursors, {
      operation: 'deliveries.list',
      projectId,
      filters: { alert, channel, incident, status: status.toSorted() },
      order: { sort: 'position desc', key: { position: 'bigint' } },
      limits: PAGE,
      request,
      read: (after, take) => this.deliveries.list(projectId, filters, after?.position, take),
    });
  }

  async get(projectId: string, id: string): Promise<Delivery> {
    return requireFound(await this.deliveries.find(projectId, id));
  }

  async redrive(projectId: string, id: string): Promise<Delivery> {
    const delivery = await this.get(projectId, id);
    const redriven =
      isRedrivable(delivery.status) && (await this.deliveries.redrive(projectId, id, new Date(this.clock())));
    if (!redriven) {
      const message = 'Only a failed delivery, or one in the dead-letter queue, can be sent again.';
      throw stateConflict('status', delivery.status, message);
    }
    this.runner.wake();
    return redriven;
  }

  /** Redrives one page of the deliveries that match. A later page continues after it, so that none is redriven twice. */
  async redriveMany(projectId: string, request: DeliveriesRedriveManyRequest) {
    const { status, channel } = request;
    const { from, to } = toTimeRange(request);
    if (channel !== '' && !isId(channel)) return { redriven: 0, pagination: { hasMore: false } };
    const filters = { statuses: status, channelId: channel, from, to };
    const { rows, pagination } = await keysetList(this.cursors, {
      operation: 'deliveries.redrive_many',
      projectId,
      filters: { channel, status: status.toSorted(), from: from?.toISOString(), to: to?.toISOString() },
      order: { sort: 'position asc', key: { position: 'bigint' } },
      limits: REDRIVE_PAGE,
      request,
      read: (after, take) => this.deliveries.listRedrivable(projectId, filters, after?.position, take),
    });
    const ids = rows.map(({ id }) => id);
    const redriven = await this.deliveries.redriveAll(projectId, ids, new Date(this.clock()));
    if (redriven > 0) this.runner.wake();
    return { redriven, pagination };
  }
}
