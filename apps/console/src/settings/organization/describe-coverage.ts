import type { AccountAuditVerifyResponse } from '../../gen/api.js';

/** Whether a check of the audit log has reached its end, and why not. */
export function describeCoverage({ valid, complete }: Pick<AccountAuditVerifyResponse, 'valid' | 'complete'>): string {
  if (!valid) return 'no, it ended at the first entry that is wrong';
  return complete ? 'yes' : 'no, the log is longer than one check';
}
