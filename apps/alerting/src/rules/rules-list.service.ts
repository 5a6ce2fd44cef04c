import type { MessageInitShape } from '@bufbuild/protobuf';
import { Inject, Injectable } from '@nestjs/common';
import type { AlertRulesListRequest, AlertRulesListResponseSchema } from '@svc/contract';
import { keysetList, type Cursors } from '@svc/pagination';
import { emptyToUndefined } from '@svc/reading/statement';
import type { Call } from '@svc/rpc';
import { CURSORS } from '@svc/runtime';
import { invalidField } from '@svc/service-error';
import { toRule } from './evaluation/stored-rule.js';
import { ReceiverWarnings } from './receiver-warnings.js';
import { toRuleMessage } from './rule.message.js';
import { RulesRepository } from './rules.repository.js';

const PAGE = { default: 50, max: 200 };
const BY_NAME = { sort: 'name asc, id asc', key: { name: 'string', id: 'string' } } as const;

/** The list of rules. */
@Injectable()
export class RulesListService {
  constructor(
    private readonly rules: RulesRepository,
    private readonly warnings: ReceiverWarnings,
    @Inject(CURSORS) private readonly cursors: Cursors,
  ) {}

  async list(
    call: Call,
    request: AlertRulesListRequest,
  ): Promise<MessageInitShape<typeof AlertRulesListResponseSchema>> {
    const projectId = call.project.id;
    const { severity, name, offset = 0 } = request;
    const { rows, pagination } = await keysetList(this.cursors, {
      operation: 'alert_rules.list',
      projectId,
      filters: { severity, name: emptyToUndefined(name) },
      order: BY_NAME,
      limits: PAGE,
      request,
      cursorError: 'InvalidArgument',
      read: (after, take) => {
        if (after && offset > 0) throw invalidField('offset', 'must be absent with a cursor');
        return this.rules.list({ projectId, severity, name }, after, { take, skip: offset });
      },
    });
    const warnings = await this.warnings.find(
      call,
      rows.map((row) => toRule(row).definition),
    );
    return { rules: rows.map((row, nth) => toRuleMessage(row, warnings[nth] ?? [])), pagination };
  }
}
