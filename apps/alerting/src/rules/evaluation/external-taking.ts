import type { ExternalAlert, Wire } from '@svc/external-alerts';
import { compileMatchers, toMatchable, type Labels } from '../../alerts/index.js';
import { alertLabels, type ExternalSettings, type Rule } from '../definition/definition.js';
import type { SeriesMemory } from './series-memory.js';

/** Whether the labels of an alert match. */
export type LabelsTest = (labels: Labels) => boolean;

type Described = Pick<ExternalAlert, 'name' | 'labels'> & { readonly severity: Rule['severity'] };

export const compileTest = ({ definition }: Pick<Rule, 'definition'>): LabelsTest =>
  compileMatchers(definition.external?.matchers ?? []);

/** JSON is never taken unasked, because it needs the paths of a rule. */
export function takesWire({ sources }: Pick<ExternalSettings, 'sources'>, wire: Wire): boolean {
  return sources.length === 0 ? wire !== 'json' : sources.includes(wire);
}

/** Matchers may name a label as it was sent, or as alerts of this service have it. */
export function matches(rule: Rule, test: LabelsTest, { name, labels, severity }: Described): boolean {
  const named = { ...labels, alertname: name };
  return test(toMatchable({ labels: { ...named, ...alertLabels(rule, named) }, severity }));
}

/** Whether a changed rule still takes the alert of a series; the alert about missing requests needs the same name. */
export function stillTakes(before: Rule, after: Rule, { labels, external }: SeriesMemory): boolean {
  const settings = after.definition.external;
  if (!external || !settings) return before.name === after.name && settings?.heartbeat !== '';
  const { severity, wire } = external;
  const { alertname: name = '', ...others } = labels;
  return takesWire(settings, wire) && matches(after, compileTest(after), { name, labels: others, severity });
}
