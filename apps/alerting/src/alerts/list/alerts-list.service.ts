import type { MessageInitShape } from '@bufbuild/protobuf';
import { Inject, Injectable } from '@nestjs/common';
import type { AlertsListRequest, AlertsListResponseSchema } from '@svc/contract';
import { keysetList, type Cursors } from '@svc/pagination';
import { emptyToUndefined } from '@svc/reading/statement';
import { CURSORS } from '@svc/runtime';
import { distinct } from '../../list-filters.js';
import { toAlertFields } from '../alert.message.js';
import { AlertsListRepository } from './alerts-list.repository.js';

const PAGE = { default: 50, max: 500 };
const LATEST_FIRST = { sort: 'started_at desc, id desc', key: { startedAt: 'date', id: 'string' } } as const;

/** The list of alerts. */
@Injectable()
export class AlertsListService {
  constructor(
    private readonly alerts: AlertsListRepository,
    @Inject(CURSORS) private readonly cursors: Cursors,
  ) {}

  async list(
    projectId: string,
    request: AlertsListRequest,
  ): Promise<MessageInitShape<typeof AlertsListResponseSchema>> {
    const [states, severities] = [distinct(request.state), distinct(request.severity)];
    const { name } = request;
    const { rows, pagination } = await keysetList(this.cursors, {
      operation: 'alerts.list',
      projectId,
      filters: { state: states, severity: severities, name: emptyToUndefined(name) },
      order: LATEST_FIRST,
      limits: PAGE,
      request,
      read: (after, take) => this.alerts.list({ projectId, states, severities, name }, after, take),
    });
    return { alerts: rows.map(toAlertFields), pagination };
  }
}
