import type { IncomingHttpHeaders } from 'node:http';
import { ProviderServer, type ProviderAnswer, type ProviderRequest } from './provider-server.js';

interface LinearIssue {
  readonly id: string;
  readonly identifier: string;
  readonly url: string;
  readonly title: string;
  readonly description: string;
  state: { readonly name: string; readonly type: string };
}

const UUID_4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Issues of one team, as linear.app/developers describes its GraphQL API: errors come with the status 200 or 400. */
export class LinearServer extends ProviderServer {
  readonly issues: LinearIssue[] = [];
  readonly team = '7e0f5cde-5d6f-4d38-a8a5-1f0c6a8f4a10';

  protected isAuthorized({ authorization }: IncomingHttpHeaders): boolean {
    return authorization === this.token;
  }

  protected answer({ path, body }: ProviderRequest): ProviderAnswer {
    if (path !== '/graphql') return { status: 404 };
    const { query, variables } = body as { query: string; variables: Record<string, unknown> };
    if (query.includes('issueCreate(')) return this.#create(variables['input'] as LinearInput);
    if (query.includes('workflowStates(')) return data({ workflowStates: { nodes: [{ id: 'done', position: 4 }] } });
    if (query.includes('issueUpdate(')) return this.#update(variables['id'] as string);
    const ids = variables['ids'] as string[];
    return data({ issues: { nodes: this.issues.filter(({ id }) => ids.includes(id)) } });
  }

  #create({ id, teamId, title, description }: LinearInput): ProviderAnswer {
    if (!UUID_4.test(id) || teamId !== this.team || this.issues.some((issue) => issue.id === id))
      return { status: 200, body: { errors: [{ message: 'invalid', extensions: { code: 'INVALID_INPUT' } }] } };
    const identifier = `ENG-${this.issues.length + 1}`;
    const url = `https://linear.app/acme/issue/${identifier}`;
    const issue = { id, identifier, url, title, description, state: { name: 'Todo', type: 'unstarted' } };
    this.issues.push(issue);
    return data({ issueCreate: { success: true, issue } });
  }

  #update(id: string): ProviderAnswer {
    const issue = this.issues.find((each) => each.id === id);
    if (!issue) return data({ issueUpdate: { success: false, issue: null } });
    issue.state = { name: 'Done', type: 'completed' };
    return data({ issueUpdate: { success: true, issue } });
  }
}

interface LinearInput {
  readonly id: string;
  readonly teamId: string;
  readonly title: string;
  readonly description: string;
}

const data = (found: unknown): ProviderAnswer => ({ status: 200, body: { data: found } });
