import { Inject, Injectable } from '@nestjs/common';
import type { DeliveriesListRequest } from '@svc/contract';
import { notFound, ServiceError } from '@svc/errors';
import { cutPage, pageLimit, type Cursors } from '@svc/pagination';
import type { Delivery } from '@svc/relational';
import { CLOCK, CURSORS, type Clock } from '@svc/service';
import { DeliveryRunner } from './delivery-runner.js';
import { isRedrivable } from './delivery-state.js';
import { DeliveriesRepository } from './deliveries.repository.js';

const PAGE = { default: 50, max: 1000 };

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
    const bounds = {
      operation: 'deliveries.list',
      projectId,
      filters: { alert, channel, incident, status: status.toSorted() },
      sort: 'position desc',
    };
    const limit = pageLimit(request.limit, PAGE);
    const position = this.cursors.decode(request.cursor, bounds);
    const before = position && BigInt(position[0] ?? 0);
    const found = await this.deliveries.list(projectId, filters, before, limit + 1);
    return cutPage(found, limit, (last) => this.cursors.encode({ ...bounds, position: [String(last.position)] }));
  }

  async get(projectId: string, id: string): Promise<Delivery> {
    const delivery = await this.deliveries.find(projectId, id);
    if (!delivery) throw notFound();
    return delivery;
  }

  async redrive(projectId: string, id: string): Promise<Delivery> {
    const delivery = await this.get(projectId, id);
    const redriven =
      isRedrivable(delivery.status) && (await this.deliveries.redrive(projectId, id, new Date(this.clock())));
    if (!redriven) {
      const message = 'Only a failed delivery, or one in the dead-letter queue, can be sent again.';
      throw new ServiceError('state_conflict', { message });
    }
    this.runner.wake();
    return redriven;
  }
}
