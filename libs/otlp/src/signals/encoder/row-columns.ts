import type { AttributesColumn } from '../../attributes/attributes-column.js';
import { PERSON_ROLES, SESSION_ROLES, type PromotedName } from '../../attributes/roles.js';
import { FixedColumn } from '../../native/fixed-column.js';
import { LowCardinalityColumn } from '../../native/low-cardinality-column.js';
import { StringColumn } from '../../native/string-column.js';
import type { Promoted, Resource } from '../../resource/resource.js';
import type { Scope } from '../../resource/scope.js';
import type { RequestContext } from '../../signal.js';
import type { WireReader } from '../../wire/reader.js';

/** Columns of the project and the retention of a row. */
export class OwnerColumns {
  private readonly projectNumber = new FixedColumn('UInt32');
  private readonly retentionDays = new FixedColumn('UInt16');
  readonly columns = {
    project_number: this.projectNumber,
    retention_days: this.retentionDays,
  };

  /** Completes the rows of one request. */
  fill(request: RequestContext, rows: number): void {
    const missing = rows - this.projectNumber.rows;
    this.projectNumber.fill(request.projectNumber, 0, missing);
    this.retentionDays.fill(request.retentionDays, 0, missing);
  }
}

/** Columns of spans and log records that come from the resource. */
export const ORIGIN = ['service_name', 'environment', 'release'] as const;

/** Columns of the origin of a row; they are the same for all items of a scope, so they are looked up once. */
export class OriginColumns<const Name extends PromotedName> {
  private readonly promoted: readonly (readonly [Name, LowCardinalityColumn])[];
  private readonly scopeName = new LowCardinalityColumn();
  private readonly scopeVersion = new LowCardinalityColumn();
  private readonly resourceHash = new FixedColumn('UInt64');
  readonly columns;

  /** @param names the columns that are promoted from attributes of the resource. */
  constructor(names: readonly Name[]) {
    this.promoted = names.map((name) => [name, new LowCardinalityColumn()]);
    this.columns = {
      ...(Object.fromEntries(this.promoted) as Record<Name, LowCardinalityColumn>),
      scope_name: this.scopeName,
      scope_version: this.scopeVersion,
      resource_hash: this.resourceHash,
    };
  }

  /** Completes the rows of one scope and returns their number. */
  fill(reader: WireReader, resource: Resource, scope: Scope, rows: number): number {
    const missing = rows - this.resourceHash.rows;
    if (missing === 0) return 0;
    const { bytes, view } = reader;
    for (const [name, column] of this.promoted) fillPromoted(column, resource, resource.promoted[name], missing);
    const name = this.scopeName.dictionary.indexOf(bytes, view, scope.nameStart, scope.nameEnd);
    this.scopeName.fill(name, missing);
    const version = this.scopeVersion.dictionary.indexOf(bytes, view, scope.versionStart, scope.versionEnd);
    this.scopeVersion.fill(version, missing);
    this.resourceHash.fill(resource.hashLow, resource.hashHigh, missing);
    return missing;
  }
}

function fillPromoted(column: LowCardinalityColumn, resource: Resource, text: Promoted, count: number): void {
  const { bytes, view } = resource.texts;
  column.fill(column.dictionary.indexOf(bytes, view, text.start, text.end), count);
}

/** The session and the person of a row: from its own attributes, otherwise from those of its resource. */
export class VisitorColumns {
  private readonly sessionId = new StringColumn();
  private readonly distinctId = new StringColumn();
  readonly columns = {
    session_id: this.sessionId,
    distinct_id: this.distinctId,
  };

  appendRow(attributes: AttributesColumn, resource: Resource): void {
    if (!attributes.promote(this.sessionId, SESSION_ROLES)) {
      const { session_id: session } = resource.promoted;
      this.sessionId.appendChecked(resource.texts, session.start, session.end);
    }
    if (!attributes.promote(this.distinctId, PERSON_ROLES)) {
      const { distinct_id: person } = resource.promoted;
      this.distinctId.appendChecked(resource.texts, person.start, person.end);
    }
  }
}
