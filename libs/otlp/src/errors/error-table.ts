import { ERRORS } from '@svc/tables';
import type { StoredAttribute } from '../attributes/stored-attribute.js';
import { ArrayColumn } from '../native/array-column.js';
import { buildTable } from '../native/block.js';
import { FixedColumn } from '../native/fixed-column.js';
import { MapColumn } from '../native/map-column.js';
import { NameColumn } from '../native/name-column.js';
import { StringColumn } from '../native/string-column.js';
import type { ErrorRow } from './error-row.js';

/** The columns of `errors`. Errors are rare, so their values are strings, not positions in a request. */
export class ErrorTable {
  private readonly projectNumber = new FixedColumn('UInt32');
  private readonly retentionDays = new FixedColumn('UInt16');
  private readonly timestamp = new FixedColumn('DateTime64(9)');
  private readonly recordId = new FixedColumn('FixedString(8)');
  private readonly variant = new FixedColumn('FixedString(16)');
  private readonly hashes = new ArrayColumn(new FixedColumn('FixedString(16)'));
  private readonly claims = new ArrayColumn(new FixedColumn('FixedString(8)'));
  private readonly source = new NameColumn();
  private readonly level = new NameColumn();
  private readonly handled = new NameColumn();
  private readonly type = new NameColumn();
  private readonly message = new StringColumn();
  private readonly stacktrace = new StringColumn();
  private readonly culprit = new NameColumn();
  private readonly platform = new NameColumn();
  private readonly mechanism = new NameColumn();
  private readonly dist = new NameColumn();
  private readonly debugIds = new TextsColumn();
  private readonly traceId = new FixedColumn('FixedString(16)');
  private readonly spanId = new FixedColumn('FixedString(8)');
  private readonly serviceName = new NameColumn();
  private readonly environment = new NameColumn();
  private readonly release = new NameColumn();
  private readonly scopeName = new NameColumn();
  private readonly scopeVersion = new NameColumn();
  private readonly resourceHash = new FixedColumn('UInt64');
  private readonly sessionId = new StringColumn();
  private readonly distinctId = new StringColumn();
  private readonly groups = new TextsColumn();
  private readonly attributes = new TextsColumn();
  private readonly attributeTypes = new NameColumn();
  readonly table = buildTable(ERRORS, {
    project_number: this.projectNumber,
    retention_days: this.retentionDays,
    timestamp: this.timestamp,
    record_id: this.recordId,
    variant: this.variant,
    hashes: this.hashes,
    claims: this.claims,
    source: this.source,
    level: this.level,
    handled: this.handled,
    type: this.type,
    message: this.message,
    stacktrace: this.stacktrace,
    culprit: this.culprit,
    platform: this.platform,
    mechanism: this.mechanism,
    dist: this.dist,
    debug_ids: this.debugIds,
    trace_id: this.traceId,
    span_id: this.spanId,
    service_name: this.serviceName,
    environment: this.environment,
    release: this.release,
    scope_name: this.scopeName,
    scope_version: this.scopeVersion,
    resource_hash: this.resourceHash,
    session_id: this.sessionId,
    distinct_id: this.distinctId,
    groups: this.groups,
    attributes: this.attributes,
    attribute_types: this.attributeTypes,
  });

  append(row: ErrorRow): void {
    this.projectNumber.uint32(row.projectNumber);
    this.retentionDays.fill(row.retentionDays, 0, 1);
    this.timestamp.uint64(Number(row.timestampNs & 0xffff_ffffn), Number((row.timestampNs >> 32n) & 0xffff_ffffn));
    appendHex(this.recordId, row.recordId, 8);
    this.#appendError(row);
    this.#appendOrigin(row);
    this.sessionId.appendOwn(row.sessionId);
    this.distinctId.appendOwn(row.distinctId);
    for (const { type, key } of row.groups) this.groups.appendText(type, key);
    this.groups.endRow();
    const attributes = row.attributes();
    for (const { key, value } of attributes) this.attributes.appendText(key, value);
    this.attributes.endRow();
    this.attributeTypes.appendName(typesText(attributes));
  }

  #appendError(row: ErrorRow): void {
    const { error } = row;
    appendHex(this.variant, error.variant, 16);
    for (const hash of error.hashes) appendHex(this.hashes.inner, hash, 16);
    this.hashes.endRow();
    for (const claim of [...row.claims.own, ...row.claims.further]) appendHex(this.claims.inner, claim, 8);
    this.claims.endRow();
    this.source.appendName(row.source);
    this.level.appendName(row.level);
    this.handled.appendName(row.handled);
    this.type.appendName(error.type.toWellFormed());
    this.message.appendOwn(error.message.toWellFormed());
    this.stacktrace.appendOwn(row.stacktrace.toWellFormed());
    this.culprit.appendName(error.culprit.toWellFormed());
    this.platform.appendName(error.platform);
    this.mechanism.appendName(row.mechanism);
    this.dist.appendName(row.dist);
    this.debugIds.appendTexts(Object.entries(row.debugIds));
    appendHex(this.traceId, row.traceId, 16);
    appendHex(this.spanId, row.spanId, 8);
  }

  #appendOrigin(row: ErrorRow): void {
    this.serviceName.appendName(row.serviceName);
    this.environment.appendName(row.environment);
    this.release.appendName(row.release);
    this.scopeName.appendName(row.scopeName);
    this.scopeVersion.appendName(row.scopeVersion);
    const hash = row.resourceHash.padStart(16, '0');
    this.resourceHash.uint64(Number.parseInt(hash.slice(8), 16), Number.parseInt(hash.slice(0, 8), 16));
  }
}

/** A map whose pairs are given as strings. */
class TextsColumn extends MapColumn {
  /** Index of each key in the dictionary of keys. */
  private readonly places = new Map<string, number>();

  appendTexts(pairs: readonly (readonly [key: string, value: string])[]): void {
    for (const [key, value] of pairs) this.appendText(key, value);
    this.endRow();
  }

  appendText(key: string, value: string): void {
    const place = this.places.get(key);
    if (place !== undefined) this.keys.push(place);
    else {
      this.keys.appendOwn(key);
      this.places.set(key, this.keys.indexAt(this.keys.rows - 1));
    }
    this.values.appendOwn(value);
  }

  override reset(): void {
    super.reset();
    this.places.clear();
  }
}

/** Appends the bytes of hexadecimal digits, or zeros for ''. */
function appendHex(column: FixedColumn, digits: string, width: number): void {
  if (digits === '') column.zero();
  else column.copy(Buffer.from(digits, 'hex'), 0, width);
}

/** As `ATTRIBUTE_TYPES` of `@svc/tables` describes. */
function typesText(attributes: readonly StoredAttribute[]): string {
  let text = '';
  for (const { key, type } of attributes) if (type !== '' && !key.includes('\n')) text += `${type}${key}\n`;
  return text;
}
