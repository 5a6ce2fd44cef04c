import { seedCustomers } from './customers.js';
import { seedErrors } from './errors.js';
import { seedLogs } from './hostile-logs.js';
import { SeededProject } from './project.js';
import { seedRecording } from './recording.js';
import { seedResponse } from './response.js';
import { seedShop, type ShopVolume } from './shop.js';

/** Identifiers of what a seeded project holds. */
export interface Seed {
  readonly projectId: string;
  readonly slug: string;
  /** A trace of several services in which one fails, and its failed span. */
  readonly traceId: string;
  readonly spanId: string;
  readonly release: string;
  readonly personId: string;
  readonly distinctId: string;
  readonly issueId: string;
  readonly sessionId: string;
  readonly dashboardId: string;
  readonly incidentId: string;
  readonly ruleId: string;
}

/** Enough of each signal for a spec. */
const SMALL: ShopVolume = { minutes: 30, requestsPerMinute: 6 };

/** Makes a project with data of every kind, for one spec file alone. */
export async function seed(volume: ShopVolume = SMALL, named?: readonly [name: string, slug: string]): Promise<Seed> {
  const project = await SeededProject.make(named);
  const shop = await seedShop(project, volume);
  await seedLogs(project, shop.start);
  const customers = await seedCustomers(project);
  const issueId = await seedErrors(project, customers.distinctId, shop.release);
  const sessionId = await seedRecording(project, customers.distinctId);
  return {
    projectId: project.id,
    slug: project.slug,
    traceId: shop.failedTraceId,
    spanId: shop.failedSpanId,
    release: shop.release,
    ...customers,
    issueId,
    sessionId,
    ...(await seedResponse(project)),
  };
}
