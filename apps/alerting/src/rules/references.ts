import { Injectable } from '@nestjs/common';
import type { Call } from '@svc/rpc';
import { invalidField } from '@svc/service-error';
import { ChannelsRepository, PoliciesRepository } from '../escalation/index.js';
import type { RuleDefinition, Selection } from './definition/definition.js';
import { RulesRepository } from './rules.repository.js';
import { SavedSelections } from './saved-selections.js';

/** Checks what a rule names. */
@Injectable()
export class References {
  constructor(
    private readonly channels: ChannelsRepository,
    private readonly policies: PoliciesRepository,
    private readonly rules: RulesRepository,
    private readonly saved: SavedSelections,
  ) {}

  /**
   * Returns the definition with what its saved search is now.
   *
   * @param ruleId of the rule that is changed.
   * @throws ServiceError invalid_request naming the field; unavailable if the query service cannot be asked for a saved search.
   */
  async resolve(definition: RuleDefinition, call: Call, ruleId?: string): Promise<RuleDefinition> {
    const { project } = call;
    await Promise.all([
      this.#checkChannels(project.id, definition),
      this.#checkPolicy(project.id, definition),
      this.#checkRules(project.id, definition, ruleId),
    ]);
    const id = definition.query?.savedSearchId ?? '';
    return id === '' ? definition : { ...definition, saved: await this.#findSaved(id, call) };
  }

  async #checkChannels(projectId: string, { notify }: RuleDefinition): Promise<void> {
    const known = await this.channels.find(projectId, notify.channels);
    const unknown = notify.channels.findIndex((id) => !known.has(id));
    if (unknown >= 0)
      throw invalidField(`notify.channels[${unknown}]`, 'must be the ID of a notification channel of the project');
  }

  async #checkPolicy(projectId: string, { notify }: RuleDefinition): Promise<void> {
    const { escalationPolicyId } = notify;
    if (escalationPolicyId !== '' && !(await this.policies.find(projectId, escalationPolicyId)))
      throw invalidField('notify.escalation_policy_id', 'must be the ID of an escalation policy of the project');
  }

  async #checkRules(projectId: string, { composite }: RuleDefinition, ruleId?: string): Promise<void> {
    const ids = composite?.ruleIds ?? [];
    const kinds = await this.rules.kinds(projectId, ids);
    // A rule over rules never waits for another one of its kind, so there are no circles.
    const unfit = ids.findIndex((id) => id === ruleId || (kinds.get(id) ?? 'composite') === 'composite');
    if (unfit >= 0)
      throw invalidField(
        `composite.rule_ids[${unfit}]`,
        'must be the ID of another rule of the project that is not composite',
      );
  }

  async #findSaved(id: string, call: Call): Promise<Selection> {
    const saved = await this.saved.find(id, call);
    if (!saved) throw invalidField('query.saved_search_id', 'must be the ID of a saved search that you can see');
    return saved;
  }
}
