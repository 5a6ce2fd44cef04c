import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromMs } from '@bufbuild/protobuf/wkt';
import { Inject, Injectable } from '@nestjs/common';
import type { AlertRuleTestSchema, AlertRuleTestWindowSchema } from '@svc/contract';
import type { Call } from '@svc/rpc';
import { CLOCK, type Clock } from '@svc/runtime';
import { invalidField } from '@svc/service-error';
import { alertLabels, type Rule } from '../definition/definition.js';
import { evaluate, type Measured, type Observer, type SeriesChange } from '../evaluation/evaluate.js';
import { seriesKey } from '../evaluation/series-memory.js';
import { ComposedPastService } from './composed-past.service.js';
import { PastService, toTested, type Tested } from './past.service.js';
import { printDuration, listTimes } from './test-times.js';

type TestMessage = MessageInitShape<typeof AlertRuleTestSchema>;
type WindowMessage = MessageInitShape<typeof AlertRuleTestWindowSchema>;
type Step = Parameters<Observer>[0];

/** Windows of all series together in an answer. Encoding and printing more of them would hold the event loop. */
const MAX_SHOWN_WINDOWS = 3_000;

/** Computes the alerts that a rule would have opened in the last 24 hours. Writes nothing. */
@Injectable()
export class BacktestService {
  constructor(
    private readonly past: PastService,
    private readonly composedPast: ComposedPastService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws ServiceError invalid_request for a kind whose past is unknown. */
  async test(rule: Rule, call: Call): Promise<TestMessage> {
    if (rule.kind === 'external')
      throw invalidField('kind', 'must not be external: what other products sent is not kept');
    const now = this.clock();
    const tested = toTested(rule, now);
    const measured = await this.#measure(tested, now, call);
    return 'error' in measured ? measured : toMessage(tested, measured);
  }

  async #measure(tested: Tested, now: number, call: Call): Promise<Measured | { readonly error: string }> {
    if (tested.rule.kind === 'composite') return this.composedPast.measure(tested, now, call);
    const measured = await this.past.measure([tested], call);
    if ('error' in measured) return measured;
    return measured[0] ?? { error: 'unavailable' };
  }
}

function toMessage({ rule, times }: Tested, measured: Measured): TestMessage {
  const observed = new Map<string, Step[]>();
  const observe: Observer = (step) => {
    const key = seriesKey(step.labels);
    const steps = observed.get(key) ?? [];
    observed.set(key, steps);
    steps.push(step);
  };
  const all = listTimes(times);
  const { changes } = evaluate(rule, [], measured, all, observe);
  const fired = new Set(changes.filter(({ phase }) => phase === 'firing').map(({ labels }) => seriesKey(labels)));
  const series = [...observed].sort(([one], [other]) => Number(fired.has(other)) - Number(fired.has(one)));
  const shown = series.slice(0, Math.max(1, Math.floor(MAX_SHOWN_WINDOWS / all.length)));
  return {
    startTime: timestampFromMs(times.first),
    endTime: timestampFromMs(all.at(-1) ?? times.first),
    interval: printDuration(times.stepMs),
    series: shown.map(([, steps]) => ({
      labels: alertLabels(rule, steps[0]?.labels ?? {}),
      windows: steps.map(toWindow),
    })),
    isTruncated: measured.isTruncated || shown.length < series.length,
    fired: countFired(changes),
  };
}

function toWindow({ at, figure, verdict, phase }: Step): WindowMessage {
  return {
    verdict,
    phase,
    at: timestampFromMs(at),
    samples: BigInt(figure.samples),
    ...(figure.value !== null && { value: figure.value }),
  };
}

/** Number of transitions to firing. */
function countFired(changes: readonly SeriesChange[]): number {
  const phases = new Map<string, string>();
  let fired = 0;
  for (const { labels, phase } of changes) {
    const key = seriesKey(labels);
    // A renewal of an alert that fires is no new alert.
    if (phase === 'firing' && phases.get(key) !== 'firing') fired++;
    phases.set(key, phase);
  }
  return fired;
}
