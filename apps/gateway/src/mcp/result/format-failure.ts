import type { ServiceError } from '@svc/service-error';
import type { ToolResult } from './format-result.js';

/** A failure as a result: the code, what was wrong in each argument, and when to try again. It contains nothing that the caller sent. */
export function formatFailure(error: ServiceError): ToolResult {
  const { code, message, details, retryAfterSeconds } = error;
  const seconds = retryAfterSeconds === undefined ? undefined : Math.max(1, Math.ceil(retryAfterSeconds));
  const text = [
    `${code}: ${message}`,
    ...details.slice(1).map(({ path, reason }) => `- ${path}: ${reason}`),
    ...(seconds === undefined ? [] : [`Try again after ${seconds} seconds.`]),
    ...(code === 'permission_denied' ? ['whoami shows the scopes and the project of the credential.'] : []),
  ].join('\n');
  return {
    content: [{ type: 'text', text }],
    structuredContent: { error: { ...error.toBody(), ...(seconds !== undefined && { retry_after_seconds: seconds }) } },
    isError: true,
  };
}
