import { estimatePatternSize } from '@svc/property-filters';
import { invalidField } from '@svc/service-error';
import { findContradiction } from './contradictions.js';
import { anchored, compileSilenceMatcher, type MatcherOperator, type SilenceMatcher } from './matcher.js';

/** Total size of the expressions of a request, all of which are compiled without yielding to the event loop. */
const MAX_PATTERN_STEPS = 2_000;

/** Checks the matchers of one request, whose expressions have a size in common. */
export class MatcherChecks {
  #steps = 0;

  /** @param owner what the expressions belong to, in texts: "the silence". */
  constructor(private readonly owner: string) {}

  /** @throws ServiceError invalid_request naming the field, which is within `path`. */
  check(
    sent: readonly { readonly labelName: string; readonly operator: string; readonly value: string }[],
    path: string,
  ): SilenceMatcher[] {
    const matchers = sent.map(({ labelName, operator, value }, index) => {
      // The contract allows no other text.
      const matcher = { labelName, operator: operator as MatcherOperator, value };
      const field = `${path}[${index}].value`;
      if (operator.endsWith('~')) this.#steps += estimatePatternSize(anchored(value));
      if (this.#steps > MAX_PATTERN_STEPS)
        throw invalidField(field, `makes the expressions of ${this.owner} too large`);
      if (!compileSilenceMatcher(matcher))
        throw invalidField(field, 'must be a valid RE2 expression of at most 500 steps');
      return matcher;
    });
    const contradicting = findContradiction(matchers);
    if (contradicting !== undefined)
      throw invalidField(
        `${path}[${contradicting}].value`,
        'contradicts the values that the label can have or its other matchers: no alert can match',
      );
    return matchers;
  }
}
