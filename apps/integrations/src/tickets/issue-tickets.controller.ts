import { IssueTickets, type IssueTicketsTicketsRequest } from '@svc/contract';
import { RpcController, type Call, type Handlers } from '@svc/rpc';
import { notFound } from '@svc/service-error';
import { toTicketMessage } from './ticket.message.js';
import { TicketsRepository } from './tickets.repository.js';

@RpcController(IssueTickets)
export class IssueTicketsController implements Handlers<typeof IssueTickets> {
  constructor(private readonly repository: TicketsRepository) {}

  async tickets({ issueId }: IssueTicketsTicketsRequest, { project }: Call) {
    if (!(await this.repository.findIssue(project.id, issueId))) throw notFound();
    return { tickets: (await this.repository.listByIssue(project.id, issueId)).map(toTicketMessage) };
  }
}
