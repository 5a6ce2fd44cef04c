import {
  Alerts,
  type AlertsAcknowledgeRequest,
  type AlertsGetRequest,
  type AlertsListRequest,
  type AlertsResolveRequest,
} from '@svc/contract';
import { RpcController, type Call, type Handlers } from '@svc/rpc';
import { requireFound } from '@svc/service-error';
import { toAlertFields, toTransitionMessage } from './alert.message.js';
import { ResponderActions } from './changes/responder-actions.js';
import type { AlertActor } from './lifecycle/alert-change.js';
import { AlertsListRepository } from './list/alerts-list.repository.js';
import { AlertsListService } from './list/alerts-list.service.js';

/** Entries of the history that one read returns. */
const MAX_HISTORY = 200;

@RpcController(Alerts)
export class AlertsController implements Handlers<typeof Alerts> {
  constructor(
    private readonly alerts: AlertsListRepository,
    private readonly lists: AlertsListService,
    private readonly actions: ResponderActions,
  ) {}

  list(request: AlertsListRequest, { project }: Call) {
    return this.lists.list(project.id, request);
  }

  async get({ alertId }: AlertsGetRequest, { project }: Call) {
    const alert = requireFound(await this.alerts.find(project.id, alertId));
    const history = await this.alerts.history(alert, MAX_HISTORY);
    return { ...toAlertFields(alert), history: history.map(toTransitionMessage) };
  }

  async acknowledge({ alertId, note = '' }: AlertsAcknowledgeRequest, call: Call) {
    return toAlertFields(await this.actions.acknowledge(call.project.id, alertId, toActor(call), note));
  }

  async resolve({ alertId, note = '' }: AlertsResolveRequest, call: Call) {
    return toAlertFields(await this.actions.resolve(call.project.id, alertId, toActor(call), note));
  }
}

function toActor({ context: { principalType, principalId, principalName } }: Call): AlertActor {
  return { type: principalType === 'user' ? 'user' : 'api_key', id: principalId, name: principalName };
}
