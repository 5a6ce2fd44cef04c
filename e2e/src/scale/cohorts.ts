import { eventually, type Topology } from '@svc/testing';
import type { RestClient } from './requests.js';

const QUEUE = 'cohort-builds';

/** Creates cohorts, each of which is built by a job; returns their IDs. */
export async function createCohorts(client: RestClient, project: string, count: number): Promise<string[]> {
  const definition = { operator: 'and', conditions: [{ type: 'property', key: 'plan', op: 'eq', value: 'pro' }] };
  const created = await Promise.all(
    Array.from({ length: count }, (_, i) =>
      client.send({
        method: 'POST',
        path: `/analytics/cohorts?project_id=${project}`,
        body: { name: `cohort ${i}`, kind: 'property', definition },
      }),
    ),
  );
  return created.map((cohort) => String(cohort?.['id']));
}

/** Waits until every cohort is built; returns the number of ready generations of each. */
export async function builtGenerations(client: RestClient, project: string, ids: readonly string[]): Promise<number[]> {
  return Promise.all(
    ids.map((id) =>
      eventually('the cohort is built', async () => {
        const history = await client.send({
          method: 'GET',
          path: `/analytics/cohorts/${id}/history?project_id=${project}`,
        });
        const generations = (history?.['generations'] ?? []) as { readonly state: string }[];
        return generations.length > 0 && generations.every(({ state }) => state === 'ready') && generations.length;
      }),
    ),
  );
}

/** Attempts at builds of all processes that run now. */
export async function buildAttempts(topology: Topology): Promise<number> {
  const urls = [...topology.metricsUrls].flatMap(([name, url]) => (name.startsWith('query') ? [url] : []));
  const pattern = new RegExp(`^svc_job_attempts_total\\{[^}]*queue="${QUEUE}"[^}]*\\} (\\d+)$`, 'm');
  const counts = urls.map(async (url) => Number(pattern.exec(await (await fetch(url)).text())?.[1] ?? 0));
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}
