import { splitText } from '../../text/segments.js';
import { formatCount } from '../../time/amounts.js';
import chips from '../../ui/text/outside-text.module.css';
import classes from '../parts/chart.module.css';
import { describeSpan } from '../parts/describe-span.js';
import type { Tone } from '../parts/tones.js';
import tones from '../parts/tones.module.css';
import { totalOf, type Bucket } from './layout.js';

/** A series of a histogram. */
export interface HistogramSeries {
  readonly name: string;
  readonly tone: Tone;
}

export interface TooltipModel {
  readonly series: readonly HistogramSeries[];
  readonly zone: string;
  /** Returns up to three examples of what is counted in a bucket. */
  readonly onPeek?: ((bucket: Bucket) => Promise<readonly string[]>) | undefined;
}

/** Examples are asked for when the pointer stays this long, in milliseconds. */
const REST_MS = 150;
const MOST_EXAMPLES = 3;
/** Distance from the pointer to the tooltip, in pixels. */
const DISTANCE_PX = 12;
/** More than fit a line of the tooltip. */
const MOST_CHARACTERS = 200;

/** Shows the bucket under the pointer. It is drawn without a render, because it changes with each movement. */
export class HistogramTooltip {
  #shown: Bucket | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly root: HTMLElement,
    private readonly model: () => TooltipModel,
  ) {}

  /** @param part of the width at which the pointer is. */
  show(bucket: Bucket, part: number): void {
    if (this.#shown !== bucket) {
      this.#shown = bucket;
      this.#draw(bucket);
      this.root.hidden = false;
      this.#peek(bucket);
    }
    this.#place(part);
  }

  hide(): void {
    clearTimeout(this.#timer);
    this.#shown = undefined;
    this.root.hidden = true;
  }

  /** Beside the pointer where there is room, and always within the chart. */
  #place(part: number): void {
    const width = this.root.parentElement?.clientWidth ?? 0;
    const own = this.root.offsetWidth;
    const right = part * width + DISTANCE_PX;
    const left = right + own <= width ? right : part * width - DISTANCE_PX - own;
    this.root.style.left = `${Math.max(Math.min(left, width - own), 0)}px`;
  }

  #draw(bucket: Bucket): void {
    const { series, zone } = this.model();
    const head = element('p', undefined, describeSpan(bucket.startMs, bucket.endMs, zone));
    if (bucket.counts === undefined) return this.root.replaceChildren(head, element('p', undefined, 'Not known'));
    const entries = series
      .map(({ name, tone }, nth) => ({ name, tone, count: bucket.counts?.[nth] ?? 0 }))
      .filter(({ count }) => count > 0)
      .toReversed()
      .map(({ name, tone, count }) => {
        const entry = element('p', `${classes['entry'] ?? ''} ${tones[tone] ?? ''}`);
        const shown = element('span');
        shown.append(toIsolated(name));
        entry.append(shown, element('b', undefined, formatCount(count)));
        return entry;
      });
    const total = element('p', undefined, `${formatCount(totalOf(bucket))} in total`);
    this.root.replaceChildren(head, ...entries, ...(entries.length === 1 ? [] : [total]));
  }

  #peek(bucket: Bucket): void {
    clearTimeout(this.#timer);
    const { onPeek } = this.model();
    if (onPeek === undefined || totalOf(bucket) === 0) return;
    // Room for the examples, so that nothing moves when they arrive.
    const lines = element('div', classes['lines']);
    this.root.append(lines);
    this.#timer = setTimeout(() => {
      onPeek(bucket).then(
        (examples) =>
          lines.replaceChildren(
            ...examples.slice(0, MOST_EXAMPLES).map((example) => {
              const line = element('p', classes['line']);
              line.append(toIsolated(example));
              return line;
            }),
          ),
        () => lines.replaceChildren(element('p', classes['line'], 'The examples could not be read.')),
      );
    }, REST_MS);
  }
}

/** A text from outside, in which hidden characters are visible. */
function toIsolated(text: string): HTMLElement {
  const isolated = element('bdi');
  const { segments } = splitText(text, [], MOST_CHARACTERS);
  for (const segment of segments)
    isolated.append(segment.kind === 'chip' ? element('span', chips['chip'], segment.name) : segment.text);
  return isolated;
}

function element(name: string, className?: string, text?: string): HTMLElement {
  const made = document.createElement(name);
  if (className !== undefined) made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}
