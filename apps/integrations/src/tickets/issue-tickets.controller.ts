import { IssueTickets, type IssueTicketsTicketsRequest } from '@svc/contract';
import { RpcController, type Call, type Handlers } from '@svc/rpc';
import { requireFound } from '@svc/service-error';
import { toTicketMessage } from './ticket.message.js';
import { TicketsRepository } from './tickets.repository.js';

@RpcController(IssueTickets)
export class IssueTicketsController implements Handlers<typeof IssueTickets> {
  constructor(private readonly repository: TicketsRepository) {}

  async tickets({ issueId }: IssueTicketsTicketsRequest, { project }: Call) {
    const { id } = requireFound(await this.repository.findCanonicalIssue(project.id, issueId));
    return { tickets: (await this.repository.listByIssue(project.id, id)).map(toTicketMessage) };
  }
}
