import { RESOURCES } from '@svc/tables';
import { AttributesColumn } from '../attributes/attributes-column.js';
import { buildTable } from '../native/block.js';
import { FixedColumn } from '../native/fixed-column.js';
import type { WireReader } from '../wire/reader.js';
import { KnownKeys, type IsKnown } from './known-keys.js';
import type { Resource } from './resource.js';

/** The attributes of each resource, once. */
export class ResourceTable {
  readonly keys: KnownKeys;
  private readonly projectNumber = new FixedColumn('UInt32');
  private readonly resourceHash = new FixedColumn('UInt64');
  private readonly attributes = new AttributesColumn();
  private readonly lastSeen = new FixedColumn('DateTime');
  readonly table = buildTable(RESOURCES, {
    project_number: this.projectNumber,
    resource_hash: this.resourceHash,
    attributes: this.attributes,
    attribute_types: this.attributes.types,
    last_seen: this.lastSeen,
  });

  constructor(isKnown: IsKnown) {
    this.keys = new KnownKeys('resources', isKnown);
  }

  /** Appends the row of a resource that may not be stored yet. */
  observe(reader: WireReader, resource: Resource, projectNumber: number, day: number, seconds: number): void {
    if (!this.keys.isNew(projectNumber, resource.hashLow, resource.hashHigh, day)) return;
    this.projectNumber.uint32(projectNumber);
    this.resourceHash.uint64(resource.hashLow, resource.hashHigh);
    this.attributes.appendRow(reader, resource.attributes, '', resource.redacts);
    this.lastSeen.uint32(seconds);
  }
}
