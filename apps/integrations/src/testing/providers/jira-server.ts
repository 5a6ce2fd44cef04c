import type { IncomingHttpHeaders } from 'node:http';
import { ProviderServer, type ProviderAnswer, type ProviderRequest } from './provider-server.js';

interface JiraIssue {
  /** Another one after the issue was moved to another project. */
  key: string;
  readonly fields: {
    readonly summary: string;
    readonly labels: readonly string[];
    readonly description: unknown;
    status: JiraStatus;
  };
}

interface JiraStatus {
  readonly name: string;
  readonly statusCategory: { readonly key: 'new' | 'indeterminate' | 'done' };
}

export const TO_DO: JiraStatus = { name: 'To Do', statusCategory: { key: 'new' } };
export const DONE: JiraStatus = { name: 'Erledigt', statusCategory: { key: 'done' } };

/** Issues of one project, as developer.atlassian.com describes REST API 3 of Jira Cloud. */
export class JiraServer extends ProviderServer {
  readonly issues: JiraIssue[] = [];
  readonly account = 'ada@example.com';

  protected isAuthorized({ authorization }: IncomingHttpHeaders): boolean {
    return authorization === `Basic ${Buffer.from(`${this.account}:${this.token}`).toString('base64')}`;
  }

  protected answer({ method, path, body }: ProviderRequest): ProviderAnswer {
    const [, key, transitions] = /^\/rest\/api\/3\/issue\/([A-Z]+-\d+)(\/transitions)?$/.exec(path) ?? [];
    if (method === 'POST' && path === '/rest/api/3/issue') return this.#create(body['fields'] as JiraIssue['fields']);
    if (method === 'POST' && path === '/rest/api/3/search/jql') return this.#search(String(body['jql']));
    if (method === 'POST' && path === '/rest/api/3/issue/bulkfetch')
      return this.#shown((body['issueIdsOrKeys'] as string[]).flatMap((each) => this.#find(each) ?? []));
    const issue = key === undefined ? undefined : this.#find(key);
    if (!issue || transitions === undefined) return { status: 404, body: { errorMessages: ['Issue does not exist'] } };
    if (method === 'GET')
      return {
        status: 200,
        body: {
          transitions: [
            { id: '11', to: TO_DO },
            { id: '31', to: DONE },
          ],
        },
      };
    issue.fields.status = (body['transition'] as { id: string }).id === '31' ? DONE : TO_DO;
    return { status: 204 };
  }

  #find(key: string): JiraIssue | undefined {
    return this.issues.find((issue) => issue.key === key);
  }

  #create(fields: JiraIssue['fields'] & { readonly project?: { readonly key: string } }): ProviderAnswer {
    // Plain text is refused: descriptions are documents.
    if (typeof fields.description !== 'object') return { status: 400, body: { errors: { description: 'not valid' } } };
    const key = `${fields.project?.key ?? 'X'}-${this.issues.length + 1}`;
    this.issues.push({ key, fields: { ...fields, status: TO_DO } });
    return { status: 201, body: { id: String(10_000 + this.issues.length), key, self: `${this.url}/issue/${key}` } };
  }

  #search(jql: string): ProviderAnswer {
    const [, label] = /^labels = "([^"]+)"$/.exec(jql) ?? [];
    if (label === undefined) return { status: 400, body: { errorMessages: ['not understood'] } };
    return this.#shown(this.issues.filter(({ fields }) => fields.labels.includes(label)));
  }

  #shown(issues: readonly JiraIssue[]): ProviderAnswer {
    return {
      status: 200,
      body: { issues: issues.map(({ key, fields: { status } }) => ({ key, fields: { status } })) },
    };
  }
}
