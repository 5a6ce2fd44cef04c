import { missingScope } from '../../session/missing-scope.js';
import { useSession } from '../../session/session.js';

/** Why the user's role cannot do what needs a scope; undefined if it can. */
export function useRefusal(scope: string): string | undefined {
  return useSession().can(scope) ? undefined : missingScope(scope);
}
