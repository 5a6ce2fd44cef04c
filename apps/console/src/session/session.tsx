import { createContext, use, useEffect, useMemo, type ReactNode } from 'react';
import { useApi } from '../api/hooks.js';
import { onSignOut, requestSignIn } from '../api/sign-in.js';
import type { AccountIdentity, Project, User } from '../gen/api.js';
import { Empty } from '../ui/feedback/empty.js';
import { ErrorBox } from '../ui/feedback/error-box.js';

export interface Session {
  readonly user: User;
  readonly account: AccountIdentity;
  readonly projects: readonly Project[];
  /** Whether the user's role has a scope, such as `logs:read`. */
  readonly can: (scope: string) => boolean;
}

const SessionContext = createContext<Session | undefined>(undefined);

/** The user who is signed in, with the organization and its projects. */
export function useSession(): Session {
  const session = use(SessionContext);
  if (!session) throw new Error('There is no session around this component');
  return session;
}

/** Reads the session once, and shows its children when it is there. */
export function SessionProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const options = { staleTime: 5 * 60_000 };
  const user = useApi('GET /users/me', {}, options);
  const account = useApi('GET /account', {}, options);
  const projects = useApi('GET /projects', {}, options);
  useEffect(() => onSignOut(requestSignIn), []);
  const session = useMemo<Session | undefined>(() => {
    if (!user.data || !account.data || !projects.data) return undefined;
    const scopes = new Set(account.data.scopes);
    return {
      user: user.data,
      account: account.data,
      projects: projects.data.projects,
      can: (scope) => scopes.has(scope),
    };
  }, [user.data, account.data, projects.data]);
  const error = user.error ?? account.error ?? projects.error;
  if (session?.projects.length === 0)
    return <Empty title="No project" text="Ask an admin of the organization for one." />;
  if (session) return <SessionContext value={session}>{children}</SessionContext>;
  // A session that has ended leads to the page to sign in.
  if (!error || error.status === 401) return null;
  const retry = (): void => void Promise.all([user.refetch(), account.refetch(), projects.refetch()]);
  return <ErrorBox error={error} onRetry={retry} />;
}
