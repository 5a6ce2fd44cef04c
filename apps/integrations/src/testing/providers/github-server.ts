import type { IncomingHttpHeaders } from 'node:http';
import { ProviderServer, type ProviderAnswer, type ProviderRequest } from './provider-server.js';

interface GitHubIssue {
  readonly number: number;
  readonly title: string;
  readonly body: string;
  state: 'open' | 'closed';
  readonly html_url: string;
  readonly updated_at: string;
}

/** Issues of one repository, as docs.github.com/en/rest/issues/issues describes them. */
export class GitHubServer extends ProviderServer {
  readonly issues: GitHubIssue[] = [];

  constructor(readonly repo = 'acme/shop') {
    super();
  }

  protected isAuthorized({ authorization }: IncomingHttpHeaders): boolean {
    return authorization === `Bearer ${this.token}`;
  }

  protected answer({ method, path, body }: ProviderRequest): ProviderAnswer {
    const url = new URL(path, 'http://api.github.com');
    const [, number] = /\/issues\/(\d+)$/.exec(url.pathname) ?? [];
    if (!url.pathname.startsWith(`/repos/${this.repo}/issues`)) return { status: 404, body: { message: 'Not Found' } };
    if (number === undefined) return method === 'POST' ? this.#create(body) : this.#list(url.searchParams);
    const issue = this.issues.find((each) => each.number === Number(number));
    if (!issue) return { status: 404, body: { message: 'Not Found' } };
    if (method === 'PATCH') issue.state = body['state'] as 'open' | 'closed';
    return { status: 200, body: issue };
  }

  #create({ title, body }: Record<string, unknown>): ProviderAnswer {
    if (typeof title !== 'string' || title === '') return { status: 422, body: { message: 'Validation Failed' } };
    const number = this.issues.length + 1;
    const issue: GitHubIssue = {
      number,
      title,
      body: String(body),
      state: 'open',
      html_url: `https://github.com/${this.repo}/issues/${number}`,
      updated_at: new Date().toISOString(),
    };
    this.issues.push(issue);
    return { status: 201, body: issue };
  }

  #list(query: URLSearchParams): ProviderAnswer {
    const [perPage, page] = [Number(query.get('per_page') ?? 30), Number(query.get('page') ?? 1)];
    const since = Date.parse(query.get('since') ?? '1970-01-01T00:00:00Z');
    const state = query.get('state') ?? 'open';
    const found = this.issues.filter(
      (issue) => Date.parse(issue.updated_at) >= since && (state === 'all' || issue.state === state),
    );
    return { status: 200, body: found.slice((page - 1) * perPage, page * perPage) };
  }
}
