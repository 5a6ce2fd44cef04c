import { useParams } from '@tanstack/react-router';

/** The slug in the address of a page about a project; undefined on pages about the organization. */
export function useProjectSlug(): string | undefined {
  const { project } = useParams({ strict: false }) as { readonly project?: string };
  return project;
}
