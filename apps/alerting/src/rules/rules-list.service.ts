import type { MessageInitShape } from '@bufbuild/protobuf';
import { Inject, Injectable } from '@nestjs/common';
import type { AlertRulesListRequest, AlertRulesListResponseSchema } from '@svc/contract';
import { invalidField } from '@svc/errors';
import { cutPage, pageLimit, type Cursors } from '@svc/pagination';
import { CURSORS } from '@svc/service';
import { toRuleMessage } from './interface/rule.message.js';
import { RulesRepository } from './rules.repository.js';

const PAGE = { default: 50, max: 200 };

/** The list of rules. */
@Injectable()
export class RulesListService {
  constructor(
    private readonly rules: RulesRepository,
    @Inject(CURSORS) private readonly cursors: Cursors,
  ) {}

  async list(
    projectId: string,
    { severity, limit: requested, offset = 0, cursor }: AlertRulesListRequest,
  ): Promise<MessageInitShape<typeof AlertRulesListResponseSchema>> {
    const bounds = { operation: 'alert_rules.list', projectId, filters: { severity }, sort: 'name asc, id asc' };
    const position = this.cursors.decode(cursor, { ...bounds, error: 'InvalidArgument' });
    if (position && offset > 0) throw invalidField('offset', 'must be absent with a cursor');
    // Cursors are signed, so a position has the shape that it was given.
    const [name, id] = (position ?? []) as [string, string];
    const limit = pageLimit(requested, PAGE);
    const after = position && { name, id };
    const found = await this.rules.list({ projectId, severity }, after, { take: limit + 1, skip: offset });
    const { rows, pagination } = cutPage(found, limit, (last) =>
      this.cursors.encode({ ...bounds, position: [last.name, last.id] }),
    );
    return { rules: rows.map(toRuleMessage), pagination };
  }
}
