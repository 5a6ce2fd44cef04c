import { optional, setting, type ConfigOf } from '@svc/config';
import type { AuditCollector } from './audit-shipping.js';
import { parseCollectorHeaders } from './collector-headers.js';

/** The destinations of copies of the audit log. */
export const AUDIT_SETTINGS = {
  SVC_AUDIT_OTLP_ENDPOINT: optional(
    setting.url({
      protocols: ['http:', 'https:'],
      description:
        'OTLP/HTTP endpoint that receives the audit log as log records, such as http://collector:4318/v1/logs; disabled by default',
    }),
  ),
  SVC_AUDIT_OTLP_HEADERS: optional(
    setting.secret({
      description: 'Headers for SVC_AUDIT_OTLP_ENDPOINT, as name=value, comma-separated, with percent-encoded values',
    }),
  ),
} as const;

/** @throws Error when the headers are malformed. */
export function toAuditCollector(config: ConfigOf<typeof AUDIT_SETTINGS>): AuditCollector | undefined {
  const { SVC_AUDIT_OTLP_ENDPOINT: endpoint, SVC_AUDIT_OTLP_HEADERS: headers } = config;
  if (endpoint === undefined) return undefined;
  return { endpoint, headers: headers === undefined ? {} : parseCollectorHeaders(headers) };
}
