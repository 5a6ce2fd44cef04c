import { invalidField } from '@svc/service-error';

/** Which hosts the address of an issue may have. */
export interface IssueUrlRules {
  /** Hosts with their port if they have one; undefined for any. */
  readonly hosts: readonly string[] | undefined;
}

/** The address in its normal form, which other programs read as this one does. */
export function checkedIssueUrl(text: string, { hosts }: IssueUrlRules): string {
  const url = /^https?:\/\//i.test(text) ? URL.parse(text) : null;
  const isWeb = url !== null && url.username === '' && url.password === '';
  if (!isWeb) throw invalidField('issue_url', 'must be an absolute http or https URL without a user and password');
  if (hosts && !hosts.includes(url.host)) throw invalidField('issue_url', 'must be on a host of this service');
  return url.href;
}

/**
 * @param publicUrl where browsers reach the service.
 * @param further hosts besides that one; `*` is any.
 */
export function toIssueUrlRules(publicUrl: string | undefined, further: readonly string[]): IssueUrlRules {
  const isAny = further.includes('*') || (publicUrl === undefined && further.length === 0);
  if (isAny) return { hosts: undefined };
  return { hosts: [...(publicUrl === undefined ? [] : [new URL(publicUrl).host]), ...further] };
}
