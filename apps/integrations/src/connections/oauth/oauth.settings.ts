import { optional, setting, type ConfigOf } from '@svc/config';
import type { ProviderName } from '../connection-rules.js';
import type { OAuthClient, OAuthClients } from './oauth-client.js';

const address = (value: string, description: string) =>
  setting.text({
    default: value,
    pattern: /^https?:\/\/[^?#@\s]+$/,
    reason: 'must be an http or https address without a user, a query and a fragment',
    description,
  });

const clientId = (provider: string) =>
  optional(
    setting.text({
      pattern: /^[!-~]+$/,
      reason: 'must be printable ASCII characters without spaces',
      description: `ID of the OAuth client at ${provider}; register the redirect URI <SVC_PUBLIC_URL>/api/v1/connections/oauth/callback there. Without it, connections to ${provider} need a token`,
    }),
  );

const clientSecret = (provider: string) =>
  optional(setting.secret({ description: `Secret of the OAuth client at ${provider}` }));

/** Clients that connections of the kind oauth use, and where their providers are. */
export const OAUTH_SETTINGS = {
  SVC_OAUTH_JIRA_CLIENT_ID: clientId('Jira'),
  SVC_OAUTH_JIRA_CLIENT_SECRET: clientSecret('Jira'),
  SVC_OAUTH_JIRA_AUTHORIZE_URL: address('https://auth.atlassian.com/authorize', 'Authorization endpoint of Jira'),
  SVC_OAUTH_JIRA_TOKEN_URL: address('https://auth.atlassian.com/oauth/token', 'Token endpoint of Jira'),
  SVC_OAUTH_JIRA_API_URL: address('https://api.atlassian.com', 'API of Jira that is called with OAuth tokens'),
  SVC_OAUTH_LINEAR_CLIENT_ID: clientId('Linear'),
  SVC_OAUTH_LINEAR_CLIENT_SECRET: clientSecret('Linear'),
  SVC_OAUTH_LINEAR_AUTHORIZE_URL: address('https://linear.app/oauth/authorize', 'Authorization endpoint of Linear'),
  SVC_OAUTH_LINEAR_TOKEN_URL: address('https://api.linear.app/oauth/token', 'Token endpoint of Linear'),
  SVC_OAUTH_LINEAR_API_URL: address('https://api.linear.app', 'API of Linear that is called with OAuth tokens'),
  SVC_OAUTH_GITHUB_CLIENT_ID: clientId('GitHub'),
  SVC_OAUTH_GITHUB_CLIENT_SECRET: clientSecret('GitHub'),
  SVC_OAUTH_GITHUB_AUTHORIZE_URL: address(
    'https://github.com/login/oauth/authorize',
    'Authorization endpoint of GitHub',
  ),
  SVC_OAUTH_GITHUB_TOKEN_URL: address('https://github.com/login/oauth/access_token', 'Token endpoint of GitHub'),
  SVC_OAUTH_GITHUB_API_URL: address('https://api.github.com', 'API of GitHub that is called with OAuth tokens'),
} as const;

type OAuthConfig = ConfigOf<typeof OAUTH_SETTINGS>;

/**
 * The configured clients.
 *
 * @throws Error when a client is configured by half.
 */
export function toOAuthClients(config: OAuthConfig): OAuthClients {
  const clients: Partial<Record<ProviderName, OAuthClient>> = {};
  for (const [provider, NAME] of [
    ['jira', 'JIRA'],
    ['linear', 'LINEAR'],
    ['github', 'GITHUB'],
  ] as const) {
    const id = config[`SVC_OAUTH_${NAME}_CLIENT_ID`];
    const secret = config[`SVC_OAUTH_${NAME}_CLIENT_SECRET`];
    if ((id === undefined) !== (secret === undefined))
      throw new Error(`SVC_OAUTH_${NAME}_CLIENT_ID and SVC_OAUTH_${NAME}_CLIENT_SECRET need each other`);
    if (id === undefined || secret === undefined) continue;
    clients[provider] = {
      id,
      secret,
      authorizeUrl: config[`SVC_OAUTH_${NAME}_AUTHORIZE_URL`],
      tokenUrl: config[`SVC_OAUTH_${NAME}_TOKEN_URL`],
      apiUrl: config[`SVC_OAUTH_${NAME}_API_URL`].replace(/\/+$/, ''),
    };
  }
  return clients;
}
