import { randomUUID } from 'node:crypto';
import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { ExternalAlertsReceiveRequestSchema } from '@svc/contract';
import type { Relational } from '@svc/relational';
import { responder } from '../../testing/alerting-server.js';
import { listEvents } from '../../testing/alerts-bench.js';
import type { ExternalSettings, RuleDefinition } from '../definition/definition.js';
import { EXTERNAL } from './external-settings.js';
import { addProject, storeRule, type RulesBench } from './rules-bench.js';
import { DEFINITION } from './rules.js';

type Target = Pick<MessageInitShape<typeof ExternalAlertsReceiveRequestSchema>, 'action' | 'identifier' | 'ruleId'>;

/** A project whose rules take the alerts of other products. */
export interface ExternalScene {
  readonly projectId: string;
  /** Stores a rule. @returns its ID. */
  add(external?: Partial<ExternalSettings>, more?: Partial<RuleDefinition>): Promise<string>;
  /** Sends a request. @returns the reasons of its faults. */
  send(wire: string, body: unknown, more?: Target): Promise<string[]>;
  /** The alerts, oldest first: name, severity and state. */
  list(): Promise<string[]>;
  /** The types of the events of alerts, in order. */
  events(): Promise<string[]>;
}

export async function openScene(
  relational: Relational,
  bench: Pick<RulesBench, 'external'>,
  clock: { nowMs: number },
): Promise<ExternalScene> {
  const projectId = await addProject(relational);
  const sender = responder({ project: projectId });
  return {
    projectId,
    add: (external = {}, more = {}) =>
      storeRule(
        relational,
        { projectId, nowMs: clock.nowMs },
        {
          query: null,
          condition: null,
          interval: '30s',
          evalDelay: '0s',
          external: { ...EXTERNAL, ...external },
          notify: { ...DEFINITION.notify, channels: [randomUUID()], groupWait: '0s' },
          ...more,
        },
        'external',
      ),
    send: async (wire, body, more = {}) => {
      const bytes = Buffer.from(JSON.stringify(body));
      const request = create(ExternalAlertsReceiveRequestSchema, { wire, body: bytes, ...more });
      const { faults } = await bench.external.receive(sender, request);
      return faults.map(({ path, reason }) => `${path} ${reason}`);
    },
    list: async () => {
      const rows = await relational.client.alert.findMany({ where: { projectId }, orderBy: { startedAt: 'asc' } });
      return rows.map(({ name, severity, state }) => `${name} ${severity} ${state}`);
    },
    events: async () => {
      const types = ['alert.firing', 'alert.acknowledged', 'alert.resolved'];
      return (await listEvents(relational, projectId, types)).map(({ type }) => type.slice('alert.'.length));
    },
  };
}
