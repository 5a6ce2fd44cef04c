import { Tickets, type TicketsCreateRequest, type TicketsGetRequest, type TicketsUnlinkRequest } from '@svc/contract';
import { RpcController, type Call, type Handlers } from '@svc/rpc';
import { toTicketMessage } from './ticket.message.js';
import { TicketsService } from './tickets.service.js';

@RpcController(Tickets)
export class TicketsController implements Handlers<typeof Tickets> {
  constructor(private readonly tickets: TicketsService) {}

  async create(request: TicketsCreateRequest, { project, context }: Call) {
    const { ticket, replayed } = await this.tickets.create(project.id, context, request);
    return { ...toTicketMessage(ticket), replayed };
  }

  async get({ ticketId }: TicketsGetRequest, { project }: Call) {
    return toTicketMessage(await this.tickets.get(project.id, ticketId));
  }

  async unlink({ ticketId }: TicketsUnlinkRequest, { project }: Call) {
    await this.tickets.unlink(project.id, ticketId);
    return {};
  }
}
