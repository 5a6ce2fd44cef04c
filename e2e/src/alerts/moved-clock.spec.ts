import { describeRaisedAlerts } from '../alert-rules/raised-alerts.js';
import { describeFindings } from '../anomalies/findings.js';
import { describeRecipients } from '../integrations/recipients.js';
import { startMovingService, type MovingService } from '../moving-clock/moving-service.js';
import { describePages } from '../oncall/pages.js';

/** They share a service, because it takes longer to start than any of them. */
describe('while the clock of the service moves', () => {
  let service: MovingService;
  beforeAll(async () => {
    service = await startMovingService();
  });
  afterAll(() => service.stop());

  describeRaisedAlerts(() => service);
  describePages(() => service);
  describeFindings(() => service);
  describeRecipients(() => service);
});
