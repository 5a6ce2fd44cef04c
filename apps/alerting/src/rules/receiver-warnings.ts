import { Injectable } from '@nestjs/common';
import type { Call } from '@svc/rpc';
import { ChannelsRepository, PoliciesRepository, ReachWarnings, storedLevels } from '../escalation/index.js';
import type { RuleDefinition } from './definition/definition.js';

type Receivers = Pick<RuleDefinition, 'notify' | 'incident'>;
type Channels = Awaited<ReturnType<ChannelsRepository['find']>>;

/** A policy that rules name. */
interface NamedPolicy {
  readonly name: string;
  readonly reachesNobody: boolean;
}

/** Describes in sentences which receivers of rules are not notified now. */
@Injectable()
export class ReceiverWarnings {
  constructor(
    private readonly channels: ChannelsRepository,
    private readonly policies: PoliciesRepository,
    private readonly reach: ReachWarnings,
  ) {}

  /** The sentences about each rule, in the order of the rules. */
  async find(call: Call, rules: readonly Receivers[]): Promise<string[][]> {
    const projectId = call.project.id;
    const [channels, policies] = await Promise.all([
      this.channels.find(
        projectId,
        rules.flatMap(({ notify }) => notify.channels),
      ),
      this.#findPolicies(call, new Set(rules.map(({ notify }) => notify.escalationPolicyId))),
    ]);
    const nobody = new Map<boolean, Promise<string>>();
    return Promise.all(
      rules.map(async ({ notify, incident: { autoCreate } }) => {
        const ofChannels = describeChannels(notify.channels, channels);
        const { warning, isReached } = describePolicy(notify.escalationPolicyId, policies);
        const warnings = [...ofChannels, ...(warning === undefined ? [] : [warning])];
        if (ofChannels.length < notify.channels.length || isReached) return warnings;
        const sentence = nobody.get(autoCreate) ?? this.#describeNobody(projectId, autoCreate);
        nobody.set(autoCreate, sentence);
        return [await sentence, ...warnings];
      }),
    );
  }

  async #findPolicies(
    { context: { organizationId }, project }: Call,
    ids: ReadonlySet<string>,
  ): Promise<ReadonlyMap<string, NamedPolicy>> {
    if ([...ids].every((id) => id === '')) return new Map();
    const named = (await this.policies.list(project.id)).filter(({ id }) => ids.has(id));
    const faults = await this.reach.find({ projectId: project.id, organizationId }, named.map(storedLevels));
    return new Map(
      named.map(({ id, name }, nth) => [id, { name, reachesNobody: faults[nth]?.reachesNobody ?? false }]),
    );
  }

  /** Channels that subscribe to events get those of every rule. */
  async #describeNobody(projectId: string, autoCreate: boolean): Promise<string> {
    const types = ['alert.firing', ...(autoCreate ? ['incident.created'] : [])];
    const subscribed = await Promise.all(types.map((type) => this.channels.haveSubscriber(projectId, type)));
    return subscribed.includes(true)
      ? 'The rule reaches no channel and no escalation policy of its own; only channels that subscribe to events are notified.'
      : 'The rule notifies nobody: it reaches no channel and no escalation policy, and no channel subscribes to its events.';
  }
}

/** Sentences about the channels that are not notified. */
function describeChannels(ids: readonly string[], channels: Channels): string[] {
  return ids.flatMap((id) => {
    const channel = channels.get(id);
    if (!channel) return 'A channel of the rule was deleted.';
    return channel.isEnabled ? [] : `The channel ${channel.name} is disabled.`;
  });
}

function describePolicy(
  id: string,
  policies: ReadonlyMap<string, NamedPolicy>,
): { readonly warning?: string; readonly isReached: boolean } {
  if (id === '') return { isReached: false };
  const policy = policies.get(id);
  if (!policy) return { warning: 'The escalation policy of the rule was deleted.', isReached: false };
  if (!policy.reachesNobody) return { isReached: true };
  return { warning: `The escalation policy ${policy.name} reaches nobody now.`, isReached: false };
}
