import { useEffect } from 'react';
import type { ApiError } from '../../api/api-error.js';
import { useApiChange } from '../../api/hooks.js';
import type { ConnectionsOauthStartRequest } from '../../gen/api.js';

interface Authorization {
  readonly start: (body: ConnectionsOauthStartRequest) => void;
  readonly error: ApiError | null;
  /** The browser is on its way to the page on which the authorization is confirmed. */
  readonly isPending: boolean;
}

/** Authorizes a connection in this browser window. */
export function useAuthorization(): Authorization {
  const { mutate, error, isPending, isSuccess, reset } = useApiChange('POST /connections/oauth/start');
  useEffect(() => {
    // The browser can show this page as it was left for the provider.
    window.addEventListener('pageshow', reset);
    return () => window.removeEventListener('pageshow', reset);
  }, [reset]);
  return {
    start: (body) =>
      mutate(
        { body },
        { onSuccess: ({ authorize_url: address }) => window.location.assign(new URL(address, window.location.href)) },
      ),
    error,
    isPending: isPending || isSuccess,
  };
}
