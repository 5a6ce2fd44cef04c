import type { Case } from './case.js';
import type { Answer } from './judge.js';

export interface Accuracy {
  readonly system: string;
  /** `all`, or a type of fault. */
  readonly type: string;
  /** Faults that the engine was tuned with, or those that it was not. */
  readonly split: 'tuned' | 'reported';
  readonly faults: number;
  /** Share of the faults whose cause is the first, or among the first three possible causes. */
  readonly ac1: number;
  readonly ac3: number;
  /** Conclusions that are not inconclusive, and how many of them name the cause first. */
  readonly concluded: number;
  readonly right: number;
}

export interface Judged {
  readonly of: Omit<Case, 'topology'>;
  readonly answer: Answer;
}

/** Accuracy for each type of fault, apart for the faults that the engine was tuned with. Systems are never pooled. */
export function accuracies(system: string, judged: readonly Judged[]): Accuracy[] {
  const faults = judged.filter(({ of }) => of.causes.length > 0);
  const types = ['all', ...new Set(faults.map(({ of }) => of.type))];
  return types.flatMap((type) =>
    (['tuned', 'reported'] as const).flatMap((split) => {
      const own = faults.filter(
        ({ of }) => (type === 'all' || of.type === type) && of.isTuning === (split === 'tuned'),
      );
      return own.length === 0 ? [] : [accuracyOf(system, type, split, own)];
    }),
  );
}

function accuracyOf(system: string, type: string, split: Accuracy['split'], own: readonly Judged[]): Accuracy {
  const within = (first: number) => (one: Judged) => isFound(one.of, one.answer, first);
  const concluded = own.filter(({ answer }) => answer.level !== 'inconclusive');
  const part = (first: number): number => Math.round((own.filter(within(first)).length / own.length) * 1_000) / 1_000;
  return {
    system,
    type,
    split,
    faults: own.length,
    ac1: part(1),
    ac3: part(3),
    concluded: concluded.length,
    right: concluded.filter(within(1)).length,
  };
}

/** Whether the cause is the first, or all simultaneous ones are among so many first possible causes. */
export function isFound(
  { causes }: Pick<Case, 'causes'>,
  { causes: found }: Pick<Answer, 'causes'>,
  first: number,
): boolean {
  const isAmong = (names: readonly string[]): boolean => found.slice(0, first).some((cause) => names.includes(cause));
  return first === 1 ? causes.some(isAmong) : causes.every(isAmong);
}
