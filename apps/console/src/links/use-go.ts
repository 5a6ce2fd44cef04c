import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { useProjectSlug } from '../api/project.js';
import { useRawSearch } from '../url/use-search-state.js';
import { keepScope } from './scope-link.js';
import type { Target } from './targets.js';

/** Opens another page about the project, with the scope of this one. */
export function useGo(): (target: Target) => void {
  const navigate = useNavigate();
  const project = useProjectSlug();
  const search = useRawSearch();
  return useCallback(
    (target) => {
      void navigate({
        to: `/p/${project ?? ''}/${target.to}` as never,
        search: { ...keepScope(search), ...target.search } as never,
      });
    },
    [navigate, project, search],
  );
}
