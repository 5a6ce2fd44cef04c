import { isId } from '@svc/relational';
import { invalidField } from '@svc/service-error';
import { isRepositoryList } from './repositories.js';

export const PROVIDERS = ['jira', 'linear', 'github'] as const;
export type ProviderName = (typeof PROVIDERS)[number];

/** Settings of a provider besides the secret. */
export interface ConnectionPlace {
  readonly account: string;
  readonly baseUrl: string;
  readonly target: string;
  readonly issueType: string;
}

interface Rules {
  readonly baseUrl?: string;
  readonly issueType: string;
  readonly hasAccount: boolean;
  readonly isTargetRequired: boolean;
  readonly isTarget: (target: string) => boolean;
  readonly targetReason: string;
}

const RULES: Readonly<Record<ProviderName, Rules>> = {
  jira: {
    issueType: 'Task',
    hasAccount: true,
    isTargetRequired: true,
    isTarget: (target) => /^[A-Z][A-Z0-9_]{0,49}$/.test(target),
    targetReason: 'must be the key of a Jira project, such as OPS',
  },
  linear: {
    baseUrl: 'https://api.linear.app',
    issueType: '',
    hasAccount: false,
    isTargetRequired: true,
    isTarget: isId,
    targetReason: 'must be the ID of a Linear team',
  },
  github: {
    baseUrl: 'https://api.github.com',
    issueType: '',
    hasAccount: false,
    isTargetRequired: false,
    isTarget: isRepositoryList,
    targetReason: 'must be repositories as owner/name, separated by commas, or * for every one',
  },
};

/**
 * The place with the defaults of the provider.
 * @throws ServiceError invalid_request naming the field that is wrong.
 */
export function checkedPlace(provider: string, place: ConnectionPlace): ConnectionPlace {
  const rules = RULES[provider as ProviderName];
  if (place.account !== '' && !rules.hasAccount) throw invalidField('account', 'is only allowed for jira');
  if (place.issueType !== '' && rules.issueType === '') throw invalidField('issue_type', 'is only allowed for jira');
  if (place.target === '' && rules.isTargetRequired) throw invalidField('target', rules.targetReason);
  if (place.target !== '' && !rules.isTarget(place.target)) throw invalidField('target', rules.targetReason);
  return {
    ...place,
    baseUrl: checkedBaseUrl(place.baseUrl === '' ? rules.baseUrl : place.baseUrl),
    issueType: place.issueType === '' ? rules.issueType : place.issueType,
  };
}

/** The token, which becomes part of a header. */
export function checkedSecret(secret: string): string {
  if (!/^[!-~]+$/.test(secret)) throw invalidField('secret', 'must be printable ASCII characters without spaces');
  return secret;
}

function checkedBaseUrl(text: string | undefined): string {
  if (text === undefined) throw invalidField('base_url', 'is required for jira');
  const url = URL.parse(text);
  const isWeb = url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
  if (!isWeb || url.search !== '' || url.hash !== '')
    throw invalidField('base_url', 'must be an absolute https or http URL without a user, a query and a fragment');
  return url.href.replace(/\/+$/, '');
}
