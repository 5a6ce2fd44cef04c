import {
  Deliveries,
  type DeliveriesGetRequest,
  type DeliveriesListRequest,
  type DeliveriesRedriveManyRequest,
  type DeliveriesRedriveRequest,
} from '@svc/contract';
import { RpcController, type Call, type Handlers } from '@svc/rpc';
import { DeliveriesService } from './deliveries.service.js';
import { toDeliveryMessage } from './delivery.message.js';

@RpcController(Deliveries)
export class DeliveriesController implements Handlers<typeof Deliveries> {
  constructor(private readonly deliveries: DeliveriesService) {}

  async list(request: DeliveriesListRequest, { project }: Call) {
    const { rows, pagination } = await this.deliveries.list(project.id, request);
    return { deliveries: rows.map((row) => toDeliveryMessage(row, false)), pagination };
  }

  async get({ deliveryId }: DeliveriesGetRequest, { project }: Call) {
    return toDeliveryMessage(await this.deliveries.get(project.id, deliveryId), true);
  }

  redriveMany(request: DeliveriesRedriveManyRequest, { project }: Call) {
    return this.deliveries.redriveMany(project.id, request);
  }

  async redrive({ deliveryId }: DeliveriesRedriveRequest, { project }: Call) {
    return toDeliveryMessage(await this.deliveries.redrive(project.id, deliveryId), true);
  }
}
