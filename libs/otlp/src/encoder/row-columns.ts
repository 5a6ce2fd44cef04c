import type { AttributesColumn } from '../attributes/attributes-column.js';
import { PERSON_ROLES, SESSION_ROLES } from '../attributes/roles.js';
import { FixedColumn } from '../native/fixed-column.js';
import { LowCardinalityColumn } from '../native/low-cardinality-column.js';
import { StringColumn } from '../native/string-column.js';
import type { Promoted, Resource } from '../resource/resource.js';
import type { Scope } from '../resource/scope.js';
import type { RequestContext } from '../signal.js';
import type { WireReader } from '../wire/reader.js';

/** Whose a row is and how long it stays. */
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

/** Where a row comes from: equal for all items of a scope, so looked up once for them. */
export class OriginColumns {
  private readonly serviceName = new LowCardinalityColumn();
  private readonly environment = new LowCardinalityColumn();
  private readonly release = new LowCardinalityColumn();
  private readonly scopeName = new LowCardinalityColumn();
  private readonly scopeVersion = new LowCardinalityColumn();
  private readonly resourceHash = new FixedColumn('UInt64');
  readonly columns = {
    service_name: this.serviceName,
    environment: this.environment,
    release: this.release,
    scope_name: this.scopeName,
    scope_version: this.scopeVersion,
    resource_hash: this.resourceHash,
  };

  /** Completes the rows of one scope and returns their number. */
  fill(reader: WireReader, resource: Resource, scope: Scope, rows: number): number {
    const missing = rows - this.resourceHash.rows;
    if (missing === 0) return 0;
    const { bytes, view } = reader;
    fillPromoted(this.serviceName, resource, resource.serviceName, missing);
    fillPromoted(this.environment, resource, resource.environment, missing);
    fillPromoted(this.release, resource, resource.release, missing);
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

/** The session and the person of a row: from its own attributes, else from its resource's. */
export class VisitorColumns {
  private readonly sessionId = new StringColumn();
  private readonly distinctId = new StringColumn();
  readonly columns = {
    session_id: this.sessionId,
    distinct_id: this.distinctId,
  };

  appendRow(attributes: AttributesColumn, resource: Resource): void {
    if (!attributes.promote(this.sessionId, SESSION_ROLES)) {
      this.sessionId.appendChecked(resource.texts, resource.sessionId.start, resource.sessionId.end);
    }
    if (!attributes.promote(this.distinctId, PERSON_ROLES)) {
      this.distinctId.appendChecked(resource.texts, resource.distinctId.start, resource.distinctId.end);
    }
  }
}
