import { Inject, Injectable } from '@nestjs/common';
import { isJsonObject, type JsonValue } from '@svc/contract';
import { EgressError, type Egress, type EgressResponse } from '@svc/outbound';
import { EGRESS } from '../../tokens.js';
import { OAuthError } from './oauth-error.js';

/** Addresses of a Jira site. */
export interface JiraSite {
  /** The site for browsers. */
  readonly siteUrl: string;
  /** The site for requests with OAuth tokens. */
  readonly baseUrl: string;
}

/** Finds the sites of Jira Cloud that a token has access to. */
@Injectable()
export class JiraSites {
  constructor(@Inject(EGRESS) private readonly egress: Egress) {}

  /**
   * The site with an address, or the only one if the address is ''; undefined where there is no such site, or several.
   * @throws OAuthError
   */
  async find(apiUrl: string, token: string, siteUrl: string): Promise<JiraSite | undefined> {
    const { status, body } = await this.#request(`${apiUrl}/oauth/token/accessible-resources`, token);
    if (status === 429 || status >= 500) throw new OAuthError('unavailable');
    if (status !== 200) throw new OAuthError('rejected');
    const sites = toSites(apiUrl, body);
    const matching = siteUrl === '' ? sites : sites.filter((site) => site.siteUrl === siteUrl);
    return matching.length === 1 ? matching[0] : undefined;
  }

  async #request(url: string, token: string): Promise<EgressResponse> {
    try {
      const headers = { accept: 'application/json', authorization: `Bearer ${token}` };
      return await this.egress.request(url, { headers });
    } catch (error) {
      throw error instanceof EgressError ? new OAuthError('unavailable', undefined, { cause: error }) : error;
    }
  }
}

/** A site is listed once for each product of Atlassian. */
function toSites(apiUrl: string, body: Buffer): JiraSite[] {
  const sites = new Map<string, JiraSite>();
  for (const resource of parse(body)) {
    if (!isJsonObject(resource)) continue;
    const { id, url, scopes } = resource;
    if (typeof id !== 'string' || !/^[\w-]{1,100}$/.test(id) || typeof url !== 'string') continue;
    if (!Array.isArray(scopes) || !scopes.includes('write:jira-work')) continue;
    const siteUrl = toSiteUrl(url);
    if (siteUrl !== undefined) sites.set(id, { siteUrl, baseUrl: `${apiUrl}/ex/jira/${id}` });
  }
  return [...sites.values()];
}

function parse(body: Buffer): readonly JsonValue[] {
  try {
    const answer = JSON.parse(body.toString()) as JsonValue;
    return Array.isArray(answer) ? answer : [];
  } catch {
    return [];
  }
}

/** Normalizes the address of a site; undefined if it is not valid. */
export function toSiteUrl(text: string): string | undefined {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' ? url.origin : undefined;
}
