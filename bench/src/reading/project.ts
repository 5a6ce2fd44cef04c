import type { Topology } from '@svc/testing';

/** Id of the project that was made at the first start. */
export async function projectId({ httpUrl, apiKey, projectSlug }: Topology): Promise<string> {
  const answer = await fetch(`${httpUrl}/api/v1/projects`, { headers: { 'x-svc-api-key': apiKey } });
  const { projects } = (await answer.json()) as { projects: { id: string; slug: string }[] };
  return projects.find(({ slug }) => slug === projectSlug)?.id ?? '';
}
