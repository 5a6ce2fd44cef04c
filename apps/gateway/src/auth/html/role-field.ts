import { ROLE_NAMES, type Role } from '@svc/auth';
import type { Visitor } from '../../admission/authenticator.js';
import { html, type Html } from '../../http/html/html.js';

const GRANTS: Readonly<Record<Role, string>> = {
  ROLE_OWNER: 'Everything that you can do, including changing owners',
  ROLE_ADMIN: 'Everything except changing owners: members, API keys, deleting data',
  ROLE_MEMBER: 'Read, and change shared work such as flags, dashboards and alerts',
  ROLE_VIEWER: 'Read only',
};

/** Lets a user grant a client their own role, or a lower one; their own is selected unless another is named. */
export function roleField({ credential: { principal } }: Visitor, selected?: Role): Html {
  const roles = ROLE_NAMES.slice(ROLE_NAMES.indexOf(principal.role));
  return html`<div class="field">
    <label for="role">It will be able to</label>
    <select id="role" name="role">
      ${roles.map((role) => option(role, role === selected))}
    </select>
  </div>`;
}

function option(role: Role, isSelected: boolean): Html {
  if (isSelected) return html`<option value="${role}" selected>${GRANTS[role]}</option>`;
  return html`<option value="${role}">${GRANTS[role]}</option>`;
}
