import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromMs } from '@bufbuild/protobuf/wkt';
import { Inject, Injectable } from '@nestjs/common';
import type { AlertRuleTestSchema, AlertRuleTestWindowSchema } from '@svc/contract';
import type { Call } from '@svc/rpc';
import { CLOCK, type Clock } from '@svc/runtime';
import { alertLabels, type Rule } from '../definition/definition.js';
import { evaluate, type Measured, type Observer, type SeriesChange } from '../evaluation/evaluate.js';
import { seriesKey } from '../evaluation/series-memory.js';
import { ComposedPastService } from './composed-past.service.js';
import { PastService, toTested, type Tested } from './past.service.js';
import { printDuration, listTimes } from './test-times.js';

type TestMessage = MessageInitShape<typeof AlertRuleTestSchema>;
type WindowMessage = MessageInitShape<typeof AlertRuleTestWindowSchema>;

/** Computes the alerts that a rule would have opened in the last 24 hours. Writes nothing. */
@Injectable()
export class BacktestService {
  constructor(
    private readonly past: PastService,
    private readonly composedPast: ComposedPastService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async test(rule: Rule, call: Call): Promise<TestMessage> {
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
  const series = new Map<string, { labels: Record<string, string>; windows: WindowMessage[] }>();
  const observe: Observer = ({ labels, at, figure, verdict, phase }) => {
    const key = seriesKey(labels);
    const own = series.get(key) ?? { labels: alertLabels(rule, labels), windows: [] };
    series.set(key, own);
    own.windows.push({
      verdict,
      phase,
      at: timestampFromMs(at),
      samples: BigInt(figure.samples),
      ...(figure.value !== null && { value: figure.value }),
    });
  };
  const all = listTimes(times);
  const { changes } = evaluate(rule, [], measured, all, observe);
  return {
    startTime: timestampFromMs(times.first),
    endTime: timestampFromMs(all.at(-1) ?? times.first),
    interval: printDuration(times.stepMs),
    series: [...series.values()],
    isTruncated: measured.isTruncated,
    fired: countFired(changes),
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
