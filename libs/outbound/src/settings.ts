import { setting } from '@svc/config';
import { isRange } from './address-policy.js';

export const EGRESS_SETTINGS = {
  SVC_EGRESS_ALLOW: setting.list({
    default: [],
    isValid: isRange,
    reason: 'must be ranges such as 10.0.0.0/8',
    description:
      'Ranges of addresses, in CIDR notation, that requests to addresses named by users may reach although they are not public, such as a ' +
      'webhook receiver in the same network',
  }),
} as const;
