import assert from 'node:assert/strict';
import { eventually, type Topology } from '@svc/testing';
import { toDevice } from './telemetry.js';

async function get(topology: Topology, path: string): Promise<Record<string, unknown>> {
  const answer = await fetch(`${topology.httpUrl}/api/v1${path}`, { headers: { 'x-svc-api-key': topology.apiKey } });
  return (await answer.json()) as Record<string, unknown>;
}

/** The id of the project made at the first start, as soon as the service answers. */
export function defaultProject(topology: Topology): Promise<string> {
  return eventually('the projects are listed', async () => {
    const { projects } = (await get(topology, '/projects')) as { projects?: { id: string; slug: string }[] };
    return projects?.find(({ slug }) => slug === topology.projectSlug)?.id;
  });
}

/** Waits until every person, named by the key of its first event, is found under its other id too. */
export async function assertLinked(topology: Topology, people: readonly string[]): Promise<void> {
  const project = await defaultProject(topology);
  for (const person of people) {
    const device = toDevice(person);
    const path = `/persons/${encodeURIComponent(device)}?project_id=${project}`;
    const ids = await eventually(`${device} is known`, async () => {
      const { distinct_ids } = await get(topology, path);
      return Array.isArray(distinct_ids) && distinct_ids.length > 1 && distinct_ids;
    });
    assert.deepEqual(ids.toSorted(), [person, device]);
  }
}
