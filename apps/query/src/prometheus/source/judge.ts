import type { Labels, Matcher } from '@svc/promql';
import { spellingsOf, type Spelling } from '../naming/family.js';
import { toLabels } from '../naming/labels.js';
import type { StreamRow } from './streams.query.js';

/** A series, of which buckets and quantiles are not told apart yet. */
export interface FoundSeries {
  readonly labels: Labels;
  readonly spelling: Spelling;
  readonly hash: string;
}

/** The label that tells the series of a part apart. */
export const KEY_LABELS: Readonly<Partial<Record<string, string>>> = { bucket: 'le', quantile: 'quantile' };

/** Labels that come from the resource or the part, not from an attribute. */
const NOT_ATTRIBUTES = new Set([
  '__name__',
  'le',
  'quantile',
  'deployment_environment_name',
  'deployment.environment.name',
]);

/** Decides which series of streams are wanted, and in which spelling. */
export class Judge {
  readonly #spellings = new Map<string, Spelling[][]>();

  constructor(
    private readonly names: readonly Matcher[],
    private readonly others: readonly Matcher[],
  ) {}

  accept(row: StreamRow): FoundSeries[] {
    const { hash, service, task: job, replica: instance, deployment: environment, labels: attributes } = row;
    const stream = { attributes, service, job, instance, environment };
    return this.#spellingsOf(row).flatMap((ofPart) => {
      for (const spelling of ofPart) {
        const labels = toLabels(stream, spelling);
        const key = KEY_LABELS[spelling.part];
        const isWanted = this.others.every(
          ({ name }, at) => name === key || this.others[at]?.matches(labels.get(name)),
        );
        if (isWanted) return [{ labels, spelling, hash }];
      }
      return [];
    });
  }

  #spellingsOf({ name, kind, delta, monotonic, stated_unit: unit, sent }: StreamRow): Spelling[][] {
    const family = { name, type: kind, unit, isMonotonic: monotonic, isDelta: delta, isSent: sent };
    const key = JSON.stringify(family);
    const known = this.#spellings.get(key) ?? spellingsOf(family, this.names);
    this.#spellings.set(key, known);
    return known;
  }
}

/** The values that each wanted stream has somewhere, whatever the name of the label is there. Joined values are those of no attribute. */
export function valuesOf(matchers: readonly Matcher[]): string[] {
  return matchers
    .filter(
      ({ type, name, value }) => type === '=' && value !== '' && !value.includes(';') && !NOT_ATTRIBUTES.has(name),
    )
    .map(({ value }) => value);
}
