import { addressEnvironment, startTopology } from '../topology.js';
import { signIn } from '../workspace/person.js';
import { seedAgentRun } from './seed/agents.js';
import { makeShopDashboard } from './seed/dashboard.js';
import { seedMetrics } from './seed/metrics.js';
import { SeededProject } from './seed/project.js';
import { seed, type Seed } from './seed/seed.js';

/** An hour of the shop with a request each second. */
const VOLUME = { minutes: 60, requestsPerMinute: 60 };

/** A running service with data to look at. */
export interface Demo {
  readonly url: string;
  /** Environment variables of the specs that name the service. */
  readonly env: Readonly<Record<string, string>>;
  readonly owner: { readonly email: string; readonly password: string };
  /** The value of a cookie header that is signed in as the owner. */
  readonly cookie: string;
  readonly seed: Seed;
}

/**
 * Starts one process of the service with a seeded project.
 *
 * @param port that of the gateway; a free one when absent.
 * @returns the service, how to restart it with its data after a build, and how to end it.
 */
export async function startDemo(port?: string) {
  const topology = await startTopology('standalone', port === undefined ? {} : { env: { SVC_HTTP_PORT: port } });
  const env = addressEnvironment(topology);
  Object.assign(process.env, env);
  try {
    const seeded = await seed(VOLUME, ['Web shop', 'web-shop']);
    const project = SeededProject.of(seeded);
    await seedMetrics(project);
    await seedAgentRun(project, seeded.distinctId);
    await makeShopDashboard(project);
    const { cookie } = await signIn(topology.owner);
    const demo: Demo = { url: topology.httpUrl, env, owner: topology.owner, cookie, seed: seeded };
    const child = topology.processes.get('standalone');
    return {
      demo,
      async restart(): Promise<void> {
        await child?.stop();
        child?.start();
        await topology.ready();
      },
      stop: () => topology.stop(),
    };
  } catch (error) {
    await topology.stop();
    throw error;
  }
}
