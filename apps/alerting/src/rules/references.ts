import { Inject, Injectable } from '@nestjs/common';
import { isId, type Relational } from '@svc/relational';
import type { Call } from '@svc/rpc';
import { RELATIONAL } from '@svc/runtime';
import { invalidField } from '@svc/service-error';
import { ChannelsRepository, PoliciesRepository } from '../escalation/index.js';
import type { RuleDefinition, Selection } from './definition/definition.js';
import { RulesRepository } from './rules.repository.js';

/** Checks what a rule names. */
@Injectable()
export class References {
  constructor(
    @Inject(RELATIONAL) private readonly relational: Relational,
    private readonly channels: ChannelsRepository,
    private readonly policies: PoliciesRepository,
    private readonly rules: RulesRepository,
  ) {}

  /**
   * Returns the definition with what its saved search is now.
   *
   * @param ruleId of the rule that is changed.
   * @throws ServiceError invalid_request naming the field.
   */
  async resolve(definition: RuleDefinition, { context, project }: Call, ruleId?: string): Promise<RuleDefinition> {
    await Promise.all([
      this.#checkChannels(project.id, definition),
      this.#checkPolicy(project.id, definition),
      this.#checkRules(project.id, definition, ruleId),
    ]);
    const id = definition.query?.savedSearchId ?? '';
    return id === '' ? definition : { ...definition, saved: await this.#saved(project.id, id, context.principalId) };
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

  async #saved(projectId: string, id: string, principalId: string): Promise<Selection> {
    const search = isId(id)
      ? await this.relational.client.savedSearch.findFirst({
          where: { id, projectId, OR: [{ isShared: true }, { createdBy: principalId }] },
        })
      : null;
    if (!search) throw invalidField('query.saved_search_id', 'must be the ID of a saved search that you can see');
    return readSaved(search.signal, search.query);
  }
}

/** What of a saved query a rule can use. Saved queries are free JSON, so everything else in them is left out. */
export function readSaved(signal: string, query: unknown): Selection {
  const fields = (typeof query === 'object' && query !== null ? query : {}) as Readonly<Record<string, unknown>>;
  const texts = (name: string): string[] => {
    const value = fields[name];
    const all = Array.isArray(value) ? value : [value];
    return all.filter((one) => typeof one === 'string').filter((text) => text !== '' && text.length <= 200);
  };
  const q = ['q', 'query', 'search'].map((name) => fields[name]).find((value) => typeof value === 'string') ?? '';
  return { signal, q: String(q), service: texts('service'), environment: texts('environment'), level: texts('level') };
}
