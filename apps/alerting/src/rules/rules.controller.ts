import {
  AlertRules,
  type AlertRulesCreateRequest,
  type AlertRulesDeleteRequest,
  type AlertRulesGetRequest,
  type AlertRulesListRequest,
  type AlertRulesTestRequest,
  type AlertRulesTestUnsavedRequest,
  type AlertRulesUpdateRequest,
} from '@svc/contract';
import { RpcController, type Call, type Handlers } from '@svc/rpc';
import { BacktestService } from './backtest/backtest.service.js';
import { toRule } from './evaluation/stored-rule.js';
import { toRuleMessage } from './rule.message.js';
import { RulesListService } from './rules-list.service.js';
import { RulesService } from './rules.service.js';

@RpcController(AlertRules)
export class RulesController implements Handlers<typeof AlertRules> {
  constructor(
    private readonly rules: RulesService,
    private readonly lists: RulesListService,
    private readonly backtests: BacktestService,
  ) {}

  list(request: AlertRulesListRequest, { project }: Call) {
    return this.lists.list(project.id, request);
  }

  async create(request: AlertRulesCreateRequest, call: Call) {
    return toRuleMessage(await this.rules.create(call, request));
  }

  async get({ ruleId }: AlertRulesGetRequest, { project }: Call) {
    return toRuleMessage(await this.rules.get(project.id, ruleId));
  }

  async update(request: AlertRulesUpdateRequest, call: Call) {
    return toRuleMessage(await this.rules.update(call, request));
  }

  async delete(request: AlertRulesDeleteRequest, call: Call) {
    await this.rules.delete(call, request);
    return {};
  }

  async test({ ruleId }: AlertRulesTestRequest, call: Call) {
    return this.backtests.test(toRule(await this.rules.get(call.project.id, ruleId)), call);
  }

  async testUnsaved(request: AlertRulesTestUnsavedRequest, call: Call) {
    return this.backtests.test(await this.rules.toUnsaved(call, request), call);
  }
}
