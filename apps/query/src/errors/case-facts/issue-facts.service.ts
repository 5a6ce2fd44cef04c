import type { MessageInitShape } from '@bufbuild/protobuf';
import { create } from '@bufbuild/protobuf';
import { Inject, Injectable } from '@nestjs/common';
import { ErrorsAffectedRequestSchema, type CaseFactsIssueSchema, type CaseFactsIssuesRequest } from '@svc/contract';
import type { ProjectReader } from '@svc/reading/project-reader';
import { fromMilliseconds } from '@svc/reading/time';
import type { Issue } from '@svc/relational';
import { CLOCK, type Clock } from '@svc/runtime';
import { AffectedService } from '../impact/affected.service.js';
import { FiguresService } from '../issues/figures/figures.service.js';
import { IssuesRepository } from '../issues/issues.repository.js';

type IssueMessage = MessageInitShape<typeof CaseFactsIssueSchema>;

/** The facts about linked issues that an incident shows. */
@Injectable()
export class IssueFactsService {
  constructor(
    private readonly issues: IssuesRepository,
    private readonly figures: FiguresService,
    private readonly impact: AffectedService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** One issue after the other, so that an incident with many issues does not take all places of its project. */
  async read(
    { issueIds, withEvents, withAffected }: CaseFactsIssuesRequest,
    reader: ProjectReader,
  ): Promise<IssueMessage[]> {
    const found = await this.issues.findManyCanonical(reader.scope.projectId, issueIds);
    const messages: IssueMessage[] = [];
    for (const [id, issue] of found) {
      const [events, affected] = await Promise.all([
        withEvents ? this.#events(issue, reader) : 0n,
        withAffected ? this.#affected(issue, reader) : {},
      ]);
      messages.push({ id, title: issue.title, status: issue.state, events, ...affected });
    }
    return messages;
  }

  async #events({ id }: Issue, reader: ProjectReader): Promise<bigint> {
    const { events } = await this.figures.total(id, fromMilliseconds(this.clock()), reader);
    return events;
  }

  async #affected({ id }: Issue, reader: ProjectReader) {
    const request = create(ErrorsAffectedRequestSchema, { groupId: id, limit: 1 });
    const { personCount, accounts, isTruncated } = await this.impact.affected(request, reader);
    return { persons: personCount, accounts: BigInt(accounts.length), accountsTruncated: isTruncated };
  }
}
