import type { CallContext } from '@svc/contract';
import { ServiceError } from '@svc/service-error';

/** The permissions of the holder of a credential in an evaluation. */
export interface Caller {
  /**
   * Whether the caller may be any visitor, for any person: a publishable key is part of the source of a page. Such a
   * caller gets the outcome of each flag and no reasons, which would reveal stored properties and rules.
   */
  readonly isPublishable: boolean;
  readonly mayRecordExposures: boolean;
}

export function toCaller({ isPublishable, scopes }: Pick<CallContext, 'isPublishable' | 'scopes'>): Caller {
  return {
    isPublishable,
    // An exposure is a product event, and a publishable key sends only the data that its scopes permit.
    mayRecordExposures: !isPublishable || scopes.includes('analytics:write'),
  };
}

/** @throws ServiceError permission_denied if the caller requests an explanation without permission. */
export function checkMayExplain({ isPublishable }: Caller): void {
  if (isPublishable)
    throw new ServiceError('permission_denied', { message: 'A publishable key gets no explanations.' });
}
