import { Module } from '@nestjs/common';
import { AlertsModule } from '../alerts/index.js';
import { EscalationModule } from '../escalation/index.js';
import { BacktestService } from './backtest/backtest.service.js';
import { ComposedPastService } from './backtest/composed-past.service.js';
import { PastEventsRepository } from './backtest/past-events.repository.js';
import { PastService } from './backtest/past.service.js';
import { ClaimsRepository } from './engine/claims.repository.js';
import { Evaluator } from './engine/evaluator.js';
import { Measurements } from './engine/measurements.js';
import { RuleEngine } from './engine/rule-engine.js';
import { RuleEvents } from './engine/rule-events.js';
import { ExternalAlertsController } from './external/external-alerts.controller.js';
import { ExternalAlertsService } from './external/external-alerts.service.js';
import { Translator } from './external/translator.js';
import { ReceiverWarnings } from './receiver-warnings.js';
import { References } from './references.js';
import { RulesListService } from './rules-list.service.js';
import { RulesController } from './rules.controller.js';
import { RulesRepository } from './rules.repository.js';
import { RulesService } from './rules.service.js';
import { SavedSelections } from './saved-selections.js';

/** Alert rules. Needs RELATIONAL, CURSORS, CLOCK and LOGGER of the process, and QUERY_SERVICE. */
@Module({
  imports: [AlertsModule, EscalationModule],
  controllers: [ExternalAlertsController, RulesController],
  providers: [
    BacktestService,
    ClaimsRepository,
    ComposedPastService,
    Evaluator,
    ExternalAlertsService,
    Measurements,
    PastEventsRepository,
    PastService,
    ReceiverWarnings,
    References,
    RuleEngine,
    RuleEvents,
    RulesListService,
    RulesRepository,
    RulesService,
    SavedSelections,
    Translator,
  ],
})
export class RulesModule {}
