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
import type { Rule } from './definition/definition.js';
import { toRule } from './evaluation/stored-rule.js';
import { ReceiverWarnings } from './receiver-warnings.js';
import { toRuleMessage } from './rule.message.js';
import { RulesListService } from './rules-list.service.js';
import type { StoredRule } from './rules.repository.js';
import { RulesService } from './rules.service.js';

@RpcController(AlertRules)
export class RulesController implements Handlers<typeof AlertRules> {
  constructor(
    private readonly rules: RulesService,
    private readonly lists: RulesListService,
    private readonly backtests: BacktestService,
    private readonly warnings: ReceiverWarnings,
  ) {}

  list(request: AlertRulesListRequest, call: Call) {
    return this.lists.list(call, request);
  }

  async create(request: AlertRulesCreateRequest, call: Call) {
    return this.#toMessage(await this.rules.create(call, request), call);
  }

  async get({ ruleId }: AlertRulesGetRequest, call: Call) {
    return this.#toMessage(await this.rules.get(call.project.id, ruleId), call);
  }

  async update(request: AlertRulesUpdateRequest, call: Call) {
    return this.#toMessage(await this.rules.update(call, request), call);
  }

  async delete(request: AlertRulesDeleteRequest, call: Call) {
    await this.rules.delete(call, request);
    return {};
  }

  async test({ ruleId }: AlertRulesTestRequest, call: Call) {
    return this.#test(toRule(await this.rules.get(call.project.id, ruleId)), call);
  }

  async testUnsaved(request: AlertRulesTestUnsavedRequest, call: Call) {
    return this.#test(await this.rules.toUnsaved(call, request), call);
  }

  async #test(rule: Rule, call: Call) {
    const [result, [warnings = []]] = await Promise.all([
      this.backtests.test(rule, call),
      this.warnings.find(call, [rule.definition]),
    ]);
    return { ...result, warnings };
  }

  async #toMessage(stored: StoredRule, call: Call) {
    const [warnings = []] = await this.warnings.find(call, [toRule(stored).definition]);
    return toRuleMessage(stored, warnings);
  }
}
