import { ok as isOk } from 'node:assert/strict';

interface Request {
  readonly method: string;
  readonly url: string;
  /** Whether it asks for a document of the main frame or of an inner one. */
  readonly isNavigation: boolean;
}

/** Decides whether a page may send a request: it is for a document or an asset of the service, or an operation of the public interface. */
export type Permitted = (request: Request) => boolean;

/** Reads the operations that the service describes. */
export async function readContract(httpUrl: string): Promise<Permitted> {
  const answer = await fetch(`${httpUrl}/openapi.json`);
  isOk(answer.ok, `/openapi.json: ${answer.status}`);
  const { paths } = (await answer.json()) as { readonly paths: Readonly<Record<string, object>> };
  return permittedBy(httpUrl, paths);
}

/** @param paths those of an OpenAPI document: the template of each path to its operations by method. */
export function permittedBy(httpUrl: string, paths: Readonly<Record<string, object>>): Permitted {
  const { origin } = new URL(httpUrl);
  const operations = Object.entries(paths).flatMap(([template, methods]) =>
    Object.keys(methods).map((method) => ({ method: method.toUpperCase(), path: toPattern(template) })),
  );
  return ({ method, url, isNavigation }) => {
    const target = new URL(url);
    // They stay within the browser.
    if (target.protocol === 'data:' || target.protocol === 'blob:') return true;
    if (target.origin !== origin) return false;
    if (isNavigation) return true;
    if (/^\/(assets\/|replay\/frame|pages\.css$)/.test(target.pathname)) return method === 'GET';
    return operations.some((operation) => operation.method === method && operation.path.test(target.pathname));
  };
}

function toPattern(template: string): RegExp {
  const parts = template.split(/\{[^}]+\}/).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('[^/]+')}$`);
}
