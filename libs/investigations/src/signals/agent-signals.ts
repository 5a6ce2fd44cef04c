import type { AgentBucket } from '../facts/agent-facts.js';
import type { FactParameters } from '../facts/facts.js';
import type { Entity } from '../model.js';
import { deviation } from '../statistics/deviation.js';
import { compareShares, share } from '../statistics/two-samples.js';
import { toAgentSeries, type AgentSeries, type AgentSide } from './agent-series.js';
import { isAbnormal } from './request-signals.js';
import { certainty, MIN_STRENGTH, MIN_VOLUME, ramp, type Signal, type SignalRow } from './signal.js';
import { counted, digits, formatShare, quote } from './texts.js';

/** Units of the normal spread beyond which a bucket is abnormal, and at which a series certainly is, as for requests. */
const [THRESHOLD, CERTAIN] = [3, 9];
/** Doublings of a figure from which it is noticeable, and at which nobody overlooks it. */
const [NOTICED, CLEAR] = [0.5, 2];
/** Added spending below this part of the usual spending of all agents is no explosion. */
const LEAST_PART = 0.1;
const CLEAR_SHARE = 0.2;
/** Fewest runs of an agent on a side whose means are compared. */
const MIN_RUNS = 5;

/**
 * Agents whose runs cost more than usual or fail more often, and why they cost more: more runs, more calls in a run, more tokens in a call,
 * or a model that they did not call before.
 */
export function agentSignals(rows: readonly AgentBucket[], parameters: FactParameters): Signal[] {
  const agents = toAgentSeries(rows, parameters);
  return agents.flatMap((one) => {
    const spending = spendingSignal(one, agents);
    return [spending, failureSignal(one), ...(spending ? reasonsOf(one) : [])].filter((signal) => signal !== undefined);
  });
}

const agentOf = ({ agent }: AgentSeries): Entity => ({ type: 'agent', name: agent });

/** Spending of independent runs varies by the root of their number, and the runs of an agent differ much. */
function spendingSignal(one: AgentSeries, all: readonly AgentSeries[]): Signal | undefined {
  const { normal, abnormal, spent, isPriced, starts } = one;
  if (normal.calls + abnormal.calls < MIN_VOLUME) return undefined;
  const spendingOf = ({ cost, tokens }: AgentSide): number => (isPriced ? cost : tokens);
  const both = normal.runs > 0 ? normal : abnormal;
  const ofRun = spendingOf(both) / Math.max(both.runs, 1);
  const runsOfBucket = normal.runs / Math.max(spent.normal.length, 1);
  const found = deviation(spent.abnormal, spent.normal, 2 * ofRun * Math.sqrt(Math.max(runsOfBucket, 1)), THRESHOLD);
  if (!found || !isAbnormal(found, spent.abnormal.length) || found.direction === 'below') return undefined;
  const [before, during] = [spendingOf(normal) / normal.hours, spendingOf(abnormal) / abnormal.hours];
  const alike = all.filter((other) => other.isPriced === isPriced);
  const usual = alike.reduce((sum, other) => sum + spendingOf(other.normal) / other.normal.hours, 0);
  if (during - before < LEAST_PART * usual) return undefined;
  const size = before > 0 ? ramp(Math.log2(during / before), NOTICED, CLEAR) : 1;
  const strength = ramp(found.score, THRESHOLD - 1, CERTAIN) * size;
  if (!(strength >= MIN_STRENGTH)) return undefined;
  const onset = starts[found.first];
  const text = isPriced
    ? `its runs cost ${digits(during)} US dollars an hour instead of ${digits(before)}`
    : `its runs use ${counted(during, 'token')} an hour instead of ${digits(before)}`;
  return {
    name: 'agent_cost',
    kind: 'agent_cost',
    entity: agentOf(one),
    strength,
    ...(onset !== undefined && { onset }),
    text,
    rows: rowsOf(one),
  };
}

function failureSignal(one: AgentSeries): Signal | undefined {
  const [normal, abnormal] = [one.normal, one.abnormal].map(({ runs, failed }) => ({ of: runs, count: failed })) as [
    { of: number; count: number },
    { of: number; count: number },
  ];
  const rise = share(abnormal) - share(normal);
  if (normal.of + abnormal.of < MIN_VOLUME || rise <= 0) return undefined;
  const strength = certainty(compareShares(normal, abnormal)) * Math.sqrt(ramp(rise, 0, CLEAR_SHARE));
  const text = `${formatShare(share(abnormal))} of its runs fail instead of ${formatShare(share(normal))}`;
  return toSignal(one, 'agent_failures', strength, text);
}

/** The factors of the spending that have changed. */
function reasonsOf(one: AgentSeries): (Signal | undefined)[] {
  const { normal, abnormal } = one;
  const isKnown = normal.runs >= MIN_RUNS && abnormal.runs >= MIN_RUNS;
  const [before, during] = [normal.runs / normal.hours, abnormal.runs / abnormal.hours];
  const more =
    before > 0 ? `it runs ${counted(during, 'time')} an hour instead of ${digits(before)}` : 'it did not run before';
  const runs = toSignal(one, 'agent_rate', growth(before, during), more);
  if (!isKnown) return [runs];
  const calls = [normal.calls / normal.runs, abnormal.calls / abnormal.runs] as const;
  const tokens = [normal.tokens / Math.max(normal.calls, 1), abnormal.tokens / Math.max(abnormal.calls, 1)] as const;
  const added = [...abnormal.models].filter((model) => !normal.models.has(model));
  return [
    runs,
    toSignal(
      one,
      'agent_calls',
      growth(...calls),
      `a run makes ${counted(calls[1], 'call')} of models instead of ${digits(calls[0])}`,
    ),
    toSignal(
      one,
      'agent_tokens',
      growth(...tokens),
      `a call takes ${counted(tokens[1], 'token')} instead of ${digits(tokens[0])}`,
    ),
    toSignal(
      one,
      'agent_model',
      added.length > 0 ? 0.5 : 0,
      `its runs call ${added.slice(0, 3).map(quote).join(', ')}, which they did not call before`,
    ),
  ];
}

/** The strength of a rise; none if there was nothing and is nothing, as of tokens that a sender does not count. */
function growth(before: number, during: number): number {
  if (before > 0) return ramp(Math.log2(during / before), NOTICED, CLEAR);
  return during > 0 ? 1 : 0;
}

function toSignal(one: AgentSeries, name: Signal['name'], strength: number, text: string): Signal | undefined {
  if (!(strength >= MIN_STRENGTH)) return undefined;
  return { name, kind: 'agent_run', entity: agentOf(one), strength, text, rows: rowsOf(one) };
}

function rowsOf({ agent, services, normal, abnormal }: AgentSeries): SignalRow[] {
  return [['normal', normal] as const, ['abnormal', abnormal] as const].map(([side, figures]) => ({
    agent,
    side,
    services: services.slice(0, 5).join(', '),
    runs: figures.runs,
    failed: figures.failed,
    calls: figures.calls,
    tokens: figures.tokens,
    cost_usd: figures.cost,
    models: [...figures.models].sort().slice(0, 10).join(', '),
  }));
}
