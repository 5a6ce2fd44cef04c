import { PythonEnvironment, type Missing } from '@svc/testing';

/** The SDKs of products for analytics whose interface the service has. */
export function installAnalytics(): Promise<PythonEnvironment | Missing> {
  return PythonEnvironment.install(['posthog==7.91.1', 'segment-analytics-python==2.4.0']);
}
