import { SEGMENT_CALLS, type ForeignWire } from '@svc/capture';

/** Paths to which SDKs of PostHog send events; pages use the short ones. */
const POSTHOG_PATHS = ['/batch', '/capture', '/e', '/track', '/i/v0/e', '/i/v0/ai/batch'];

const FOREIGN_ROUTES: ReadonlyMap<string, ForeignWire> = new Map<string, ForeignWire>([
  ...POSTHOG_PATHS.map((path) => [path, 'posthog'] as const),
  ...SEGMENT_CALLS.map((call) => [`/v1/${call}`, `segment.${call}`] as const),
]);

/** The wire of a path that an SDK of another product sends to, with or without a slash at its end. */
export function foreignWire(path: string): ForeignWire | undefined {
  return FOREIGN_ROUTES.get(path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path);
}
