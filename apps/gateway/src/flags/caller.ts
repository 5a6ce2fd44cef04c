import type { CallContext } from '@svc/contract';
import { ServiceError } from '@svc/errors';

/** What the holder of a credential may learn from an evaluation, and leave behind. */
export interface Caller {
  /**
   * Whether anybody may be asking, for any person: a publishable key stands in the source of a page. Such a caller gets the outcome of each
   * flag and nothing about how it came about, which would reveal stored properties and rules.
   */
  readonly isAnybody: boolean;
  readonly mayRecordExposures: boolean;
}

export function toCaller({ isPublishable, scopes }: Pick<CallContext, 'isPublishable' | 'scopes'>): Caller {
  return {
    isAnybody: isPublishable,
    // An exposure is a product event, and a publishable key sends only what its scopes say.
    mayRecordExposures: !isPublishable || scopes.includes('analytics:write'),
  };
}

/** @throws ServiceError permission_denied if the caller asks for an explanation and may not have one. */
export function checkMayExplain({ isAnybody }: Caller): void {
  if (isAnybody) throw new ServiceError('permission_denied', { message: 'A publishable key gets no explanations.' });
}
