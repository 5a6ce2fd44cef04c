import { LowCardinalityColumn } from './low-cardinality-column.js';

/** Names with few distinct values in a block, given as strings; each is written to the dictionary once. */
export class NameColumn extends LowCardinalityColumn {
  private readonly places = new Map<string, number>();

  appendName(name: string): void {
    this.push(this.findPlace(name));
  }

  override reset(): void {
    super.reset();
    this.places.clear();
  }

  protected findPlace(name: string): number {
    let place = this.places.get(name);
    if (place === undefined) {
      const bytes = Buffer.from(name, 'utf8');
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
      place = this.dictionary.indexOf(bytes, view, 0, bytes.length);
      this.places.set(name, place);
    }
    return place;
  }
}
