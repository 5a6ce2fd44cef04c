import type pg from 'pg';
import type { Relational } from './relational.js';

/**
 * Lets the role of a connection address use the tables without owning them: it reads and writes rows, but cannot change tables,
 * disable triggers or write audit rows other than by adding them. Creates the role if it does not exist.
 *
 * @param client connected as the owner of the tables.
 */
export async function grantServiceRole(client: pg.Client, serviceUrl: string): Promise<void> {
  const { username, password } = new URL(serviceUrl);
  const name = decodeURIComponent(username);
  const role = client.escapeIdentifier(name);
  const { rows } = await client.query<{ schema: string; exists: boolean; is_owner: boolean }>(
    `SELECT current_schema() AS schema, current_user = $1 AS is_owner,
       EXISTS (SELECT 1 FROM pg_roles WHERE rolname = $1) AS exists`,
    [name],
  );
  const [found] = rows;
  if (!found || found.is_owner) return;
  const schema = client.escapeIdentifier(found.schema);
  const secret = client.escapeLiteral(decodeURIComponent(password));
  const create = found.exists ? '' : `CREATE ROLE ${role} LOGIN PASSWORD ${secret};`;
  await client.query(`BEGIN; ${create}
    GRANT USAGE ON SCHEMA ${schema} TO ${role};
    GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schema} TO ${role};
    GRANT USAGE ON ALL SEQUENCES IN SCHEMA ${schema} TO ${role};
    REVOKE UPDATE, DELETE ON audit_entries, audit_outcomes FROM ${role};
    REVOKE INSERT, UPDATE, DELETE ON audit_chains, _prisma_migrations FROM ${role};
    COMMIT`);
}

/** Whether the role of the store could change the audit log: as a superuser, as owner of its tables or by a grant. */
export async function canRewriteAuditLog({ rows }: Pick<Relational, 'rows'>): Promise<boolean> {
  const [found] = await rows<{ can: boolean }>(
    `SELECT bool_or(rolsuper OR pg_has_role(relowner, 'MEMBER') OR has_table_privilege(pg_class.oid, privileges)) AS can
     FROM pg_roles, pg_class JOIN (VALUES ('audit_entries', 'UPDATE, DELETE, TRUNCATE'),
       ('audit_outcomes', 'UPDATE, DELETE, TRUNCATE'), ('audit_chains', 'INSERT, UPDATE, DELETE, TRUNCATE')
     ) AS audit (name, privileges) ON pg_class.oid = to_regclass(name)
     WHERE rolname = current_user`,
    [],
  );
  return found?.can ?? false;
}
