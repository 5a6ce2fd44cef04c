import { useParams } from '@tanstack/react-router';

/** The slug in the address of a page about a project; undefined on pages about the organization. */
export function useProjectSlug(): string | undefined {
  const params: { readonly project?: string } = useParams({ strict: false });
  return params.project;
}
