import { Budget, Scope } from '../statement/index.js';

/** A project of 30 days. */
export const scopeOf = (number: number): Scope => Scope.of({ id: `project-${number}`, number, retentionDays: 30 });

/** Time enough for any test. */
export const ampleBudget = (): Budget => new Budget(new AbortController().signal, 60_000);
