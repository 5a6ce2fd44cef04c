import { ExternalAlerts, type ExternalAlertsReceiveRequest } from '@svc/contract';
import { RpcController, type Call, type Handlers } from '@svc/rpc';
import { ExternalAlertsService } from './external-alerts.service.js';

/** Alerts of other products, as the gateway receives them. */
@RpcController(ExternalAlerts)
export class ExternalAlertsController implements Handlers<typeof ExternalAlerts> {
  constructor(private readonly alerts: ExternalAlertsService) {}

  async receive(request: ExternalAlertsReceiveRequest, call: Call) {
    const { dedupKeys, faults } = await this.alerts.receive(call, request);
    return { dedupKeys, faults };
  }
}
